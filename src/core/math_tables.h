// src/core/math_tables.h - constants and tables of core/math.h: pi and 2/pi in parts, exp, atan and
// log at grid points. Each pair is the nearest double of the exact value, and of what that leaves.
#pragma once

#include <array>
#include <cstdint>

namespace playset::math_tables {

struct Parts {
  double high;
  double low;
};

// pi/2 in three parts of 33 bits, whose products with numbers below 2^20 are exact, and the rest.
inline constexpr double kHalfPi1 = 0x1.921fb544p+0;
inline constexpr double kHalfPi2 = 0x1.0b4611a6p-34;
inline constexpr double kHalfPi3 = 0x1.3198a2ep-69;
inline constexpr double kHalfPi4 = 0x1.b839a252049c1p-104;
inline constexpr Parts kHalfPiParts{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
inline constexpr Parts kPiParts{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
inline constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;

// The first 1,216 bits of 2/pi behind the binary point: enough for the largest double.
inline constexpr std::array<std::uint64_t, 19> kTwoOverPiBits{
    0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u, 0xfe5163abdebbc561u,
    0xb7246e3a424dd2e0u, 0x06492eea09d1921cu, 0xfe1deb1cb129a73eu, 0xe88235f52ebb4484u,
    0xe99c7026b45f7e41u, 0x3991d639835339f4u, 0x9c845f8bbdf9283bu, 0x1ff897ffde05980fu,
    0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u, 0x4f463f669e5fea2du, 0x7527bac7ebe5f17bu,
    0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u, 0x56033046fc7b6babu,
};

// ln 2: 38 bits, whose products with exponents are exact, and the rest.
inline constexpr Parts kLn2Parts{0x1.62e42fefap-1, 0x1.cf79abc9e3b3ap-40};
// ln 2 / 32 likewise, and its inverse.
inline constexpr Parts kLn2Over32Parts{0x1.62e42fefap-6, 0x1.cf79abc9e3b3ap-45};
inline constexpr double k32OverLn2 = 0x1.71547652b82fep+5;

// 2^(i/32).
inline constexpr std::array<Parts, 32> kExpTable{{
    {0x1p+0, 0.0},
    {0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55},
    {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54},
    {0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54},
    {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55},
    {0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54},
    {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54},
    {0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55},
    {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55},
    {0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54},
    {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55},
    {0x1.44e086061892dp+0, 0x1.89b7a04ef80dp-59},
    {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56},
    {0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55},
    {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54},
    {0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54},
    {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54},
    {0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55},
    {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55},
    {0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54},
    {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54},
    {0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57},
    {0x1.9c49182a3f09p+0, 0x1.c7c46b071f2bep-56},
    {0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54},
    {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54},
    {0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56},
    {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55},
    {0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56},
    {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55},
    {0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54},
    {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54},
    {0x1.f50765b6e454p+0, 0x1.9d3e12dd8a18bp-54},
}};

// atan(i/16).
inline constexpr std::array<Parts, 17> kAtanTable{{
    {0.0, 0.0},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30dp-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
}};

// For mantissas m in [1 + i/128, 1 + (i+1)/128), halved from 1.5 on: an inverse c of at most 11
// bits with |m c - 1| < 1/127, and -log c. c is 1 on both sides of 1, so that logarithms there lose
// nothing.
struct LogEntry {
  double inverse;
  double high;
  double low;
};
inline constexpr std::array<LogEntry, 128> kLogTable{{
    {0x1p+0, 0.0, 0.0},
    {0x1.fap-1, 0x1.82448a388a2aap-7, 0x1.04b16137f09ap-62},
    {0x1.f6p-1, 0x1.432a925980cc1p-6, -0x1.8cdaf39004192p-60},
    {0x1.f28p-1, 0x1.b5cc258b718e6p-6, 0x1.1b8afbfe81965p-62},
    {0x1.ee8p-1, 0x1.1ce5a62bc353ap-5, -0x1.c39390333b61cp-59},
    {0x1.ebp-1, 0x1.5715c4c03ceefp-5, -0x1.bbf88ec501b56p-61},
    {0x1.e78p-1, 0x1.91b073efd7314p-5, 0x1.d60449ab527bfp-61},
    {0x1.e38p-1, 0x1.d52ed6405d86fp-5, 0x1.16aeb2214c8cp-59},
    {0x1.ep-1, 0x1.08598b59e3a07p-4, -0x1.dd7009902bf32p-58},
    {0x1.dc8p-1, 0x1.26536c3d8c369p-4, 0x1.d604be2dd16fp-58},
    {0x1.d9p-1, 0x1.4485e03dbdfadp-4, 0x1.1ba349aadbc6ep-58},
    {0x1.d6p-1, 0x1.5e95a4d9791cbp-4, 0x1.f38745c5c450ap-58},
    {0x1.d28p-1, 0x1.7d33687c293c9p-4, -0x1.cf063e63e7075p-58},
    {0x1.cfp-1, 0x1.9c0c32d4d2548p-4, 0x1.fb0be3ccc1532p-59},
    {0x1.ccp-1, 0x1.b6ac88dad5b1cp-4, -0x1.0057eed1ca59fp-59},
    {0x1.c88p-1, 0x1.d5f55659210e2p-4, 0x1.ce60c2a34a8fbp-59},
    {0x1.c58p-1, 0x1.f0f70cdd992e3p-4, 0x1.f6c272c1dca71p-60},
    {0x1.c28p-1, 0x1.06135354d4b18p-3, 0x1.18a0d03ba5397p-58},
    {0x1.bf8p-1, 0x1.13c2605c398c3p-3, -0x1.fdd94f6508b88p-57},
    {0x1.bc8p-1, 0x1.2188fd9807263p-3, -0x1.e7f50c701268fp-60},
    {0x1.b98p-1, 0x1.2f677cbbc0a96p-3, -0x1.9fbd3e17e5527p-57},
    {0x1.b68p-1, 0x1.3d5e3126bc27fp-3, 0x1.97c284b6258aap-57},
    {0x1.b38p-1, 0x1.4b6d6fefe22a4p-3, 0x1.767ab73ca8d5ep-57},
    {0x1.b08p-1, 0x1.59958ff1d52f1p-3, 0x1.f4d12c6bf5a87p-57},
    {0x1.ad8p-1, 0x1.67d6e9d785771p-3, -0x1.10614e0da5fb8p-57},
    {0x1.abp-1, 0x1.73cb9074fd14dp-3, -0x1.521a000b4cf01p-57},
    {0x1.a8p-1, 0x1.823c16551a3c2p-3, -0x1.1232ce70be781p-57},
    {0x1.a58p-1, 0x1.8e588ebac2dbfp-3, -0x1.46a9a5dd7ff12p-57},
    {0x1.a3p-1, 0x1.9a8778debaa38p-3, 0x1.f47dfd871f87fp-57},
    {0x1.ap-1, 0x1.a93ed3c8ad9e3p-3, 0x1.bcafa9de97203p-57},
    {0x1.9d8p-1, 0x1.b5971a213acdbp-3, -0x1.e2f8aadc42f8fp-57},
    {0x1.9bp-1, 0x1.c2028ab17f9b4p-3, 0x1.f11aa3853a5f1p-57},
    {0x1.988p-1, 0x1.ce816157f1988p-3, -0x1.5744132a297bp-58},
    {0x1.96p-1, 0x1.db13db0d4894p-3, 0x1.aa11d49f96cb9p-58},
    {0x1.938p-1, 0x1.e7ba35eb77e2ap-3, 0x1.11dc86c9b7564p-59},
    {0x1.91p-1, 0x1.f474b134df229p-3, -0x1.27c77ded76aadp-58},
    {0x1.8e8p-1, 0x1.00a1c6adda473p-2, 0x1.8d688b9e17a8ap-56},
    {0x1.8cp-1, 0x1.07138604d5862p-2, 0x1.cdb16ed4e9138p-56},
    {0x1.898p-1, 0x1.0d8fb813eb1efp-2, -0x1.cdde2b0172bd5p-56},
    {0x1.878p-1, 0x1.12c77cd00713bp-2, 0x1.4a4508fbcba26p-57},
    {0x1.85p-1, 0x1.1956d3b9bc2fap-2, 0x1.7b9d68d50a15dp-56},
    {0x1.828p-1, 0x1.1ff0fe7cf47a7p-2, 0x1.5b513ff0c145p-56},
    {0x1.808p-1, 0x1.25410494e56c7p-2, 0x1.7ac0ef77f252ap-56},
    {0x1.7ep-1, 0x1.2bef07cdc9354p-2, -0x1.82dad7fd86088p-56},
    {0x1.7cp-1, 0x1.314f1e1d35ce4p-2, -0x1.3d69909e5c3dcp-56},
    {0x1.798p-1, 0x1.3811728564cb2p-2, -0x1.e493a0702b236p-57},
    {0x1.778p-1, 0x1.3d81fb5946dbap-2, 0x1.c1eab1642e36dp-56},
    {0x1.758p-1, 0x1.42f9f3ff62642p-2, -0x1.bbf082ccabbaep-56},
    {0x1.738p-1, 0x1.487970e95877p-2, 0x1.b8465cf25f4c6p-56},
    {0x1.71p-1, 0x1.4f637ebba981p-2, -0x1.58cb3124b9245p-56},
    {0x1.6fp-1, 0x1.54f431b7be1a9p-2, -0x1.aacfdbbdab914p-56},
    {0x1.6dp-1, 0x1.5a8cadbbedfa1p-2, -0x1.e6c2bdfb3e037p-58},
    {0x1.6bp-1, 0x1.602d08af091ecp-2, -0x1.6e8920c09b73fp-58},
    {0x1.69p-1, 0x1.65d558d4ce00bp-2, -0x1.7605a4748480ap-56},
    {0x1.67p-1, 0x1.6b85b4cffa3fdp-2, -0x1.8af2c8dafcb08p-57},
    {0x1.65p-1, 0x1.713e33a46a17cp-2, -0x1.9367a05ae38d3p-56},
    {0x1.63p-1, 0x1.76feecb947175p-2, -0x1.118d9eb4ea362p-56},
    {0x1.618p-1, 0x1.7b54ec1077a47p-2, -0x1.f4a28f81eb9cp-60},
    {0x1.5f8p-1, 0x1.812444990af63p-2, -0x1.f4a66509e8b12p-58},
    {0x1.5d8p-1, 0x1.86fc19d05148ep-2, 0x1.fc8edbd999effp-56},
    {0x1.5b8p-1, 0x1.8cdc84a65a0bep-2, -0x1.15a95af2b82b1p-56},
    {0x1.5ap-1, 0x1.914a8635bf68ap-2, -0x1.ad4bb98c1f2c5p-56},
    {0x1.58p-1, 0x1.973a3431356aep-2, -0x1.89d2816cf838fp-57},
    {0x1.56p-1, 0x1.9d32bea15ed3bp-2, 0x1.87bcbcfd3e187p-59},
    {0x1.548p+0, -0x1.241558bfd1404p-2, 0x1.9bae06a5c872dp-65},
    {0x1.52cp+0, -0x1.1ece95528ae7bp-2, -0x1.84f64b5c47f86p-58},
    {0x1.51p+0, -0x1.1980d2dd4236fp-2, -0x1.9d3d1b0e4d147p-56},
    {0x1.4f4p+0, -0x1.142bfeb9a0474p-2, 0x1.9e7a4a75619eep-56},
    {0x1.4d8p+0, -0x1.0ed005f657da4p-2, -0x1.c56bd2abfe82ap-56},
    {0x1.4bcp+0, -0x1.096cd555917e6p-2, -0x1.8d20550a30eeep-56},
    {0x1.4a4p+0, -0x1.04c8de1841e02p-2, 0x1.ae944b3ae19cfp-56},
    {0x1.488p+0, -0x1.feb0233e607ccp-3, -0x1.6e32d5e8c707fp-57},
    {0x1.46cp+0, -0x1.f3bfa934d6768p-3, 0x1.aad908df8942ep-58},
    {0x1.454p+0, -0x1.ea5349e23ac0ep-3, 0x1.b2ce30cd2d061p-58},
    {0x1.43cp+0, -0x1.e0dbc3d92aac9p-3, -0x1.9f8294df883d6p-59},
    {0x1.42p+0, -0x1.d5c216b4fbb91p-3, -0x1.6e443597e4d4p-57},
    {0x1.408p+0, -0x1.cc320c0176502p-3, -0x1.039a653793a85p-57},
    {0x1.3fp+0, -0x1.c2968558c18c1p-3, 0x1.73dee38a3fb6bp-57},
    {0x1.3d4p+0, -0x1.b7526a22e4703p-3, -0x1.bf2e78548fd89p-57},
    {0x1.3bcp+0, -0x1.ad9da1f8273bfp-3, 0x1.6f9007e0a0d7p-57},
    {0x1.3a4p+0, -0x1.a3dd04b93865fp-3, -0x1.a1366e2c5a7aap-57},
    {0x1.38cp+0, -0x1.9a10756988593p-3, 0x1.59dbd32f67a3ap-57},
    {0x1.374p+0, -0x1.9037d6a1804c3p-3, -0x1.ea57c1c8d979fp-57},
    {0x1.35cp+0, -0x1.86530a8c70cc6p-3, 0x1.3cd2c57073be9p-58},
    {0x1.348p+0, -0x1.7e0afd630c274p-3, 0x1.83e270efcc373p-58},
    {0x1.33p+0, -0x1.740f8f54037a5p-3, 0x1.b264062a84cdbp-58},
    {0x1.318p+0, -0x1.6a079d0f7aad2p-3, 0x1.eedcbac2a7f18p-62},
    {0x1.3p+0, -0x1.5ff3070a793d4p-3, 0x1.bc60efafc6f6ep-58},
    {0x1.2ecp+0, -0x1.5782cb309162ep-3, 0x1.8d45e51106d5ep-58},
    {0x1.2d4p+0, -0x1.4d56b5798ec03p-3, 0x1.ffa95a6aaa4edp-58},
    {0x1.2cp+0, -0x1.44d2b6ccb7d1ep-3, -0x1.9f4f6543e1f88p-57},
    {0x1.2a8p+0, -0x1.3a8eb2d31a376p-3, 0x1.220a8abf098f4p-60},
    {0x1.294p+0, -0x1.31f693eb19966p-3, -0x1.b234b8d20972p-58},
    {0x1.27cp+0, -0x1.279a300ab4f7ap-3, -0x1.95991a883feffp-59},
    {0x1.268p+0, -0x1.1eed90e2dc2c3p-3, 0x1.4e47b44db854p-57},
    {0x1.254p+0, -0x1.16377fb124192p-3, 0x1.e540be89c1eaap-59},
    {0x1.24p+0, -0x1.0d77e7cd08e59p-3, -0x1.9a5dc5e9030acp-57},
    {0x1.22cp+0, -0x1.04aeb449f66bfp-3, 0x1.6f9a332ca3851p-57},
    {0x1.214p+0, -0x1.f42dba3a22cedp-4, -0x1.2334824fcc6ebp-58},
    {0x1.2p+0, -0x1.e27076e2af2e6p-4, 0x1.61578001e0162p-60},
    {0x1.1ecp+0, -0x1.d09f72b4c4824p-4, -0x1.80006a9c6606cp-58},
    {0x1.1d8p+0, -0x1.beba818146765p-4, 0x1.e2db7c7d5a13p-58},
    {0x1.1c4p+0, -0x1.acc17684332acp-4, -0x1.f17d2016d0e25p-59},
    {0x1.1bp+0, -0x1.9ab42462033adp-4, 0x1.2099e1c184e8ep-59},
    {0x1.1ap+0, -0x1.8c345d6319b21p-4, 0x1.4a697ab3424a9p-61},
    {0x1.18cp+0, -0x1.7a0216f649e12p-4, -0x1.32861063fdf57p-58},
    {0x1.178p+0, -0x1.67bb0726ec0fcp-4, 0x1.b692c214ddbecp-58},
    {0x1.164p+0, -0x1.555efe40b50b5p-4, 0x1.a1cde5c772a1ap-58},
    {0x1.15p+0, -0x1.42edcbea646fp-4, -0x1.ddd4f935996c9p-59},
    {0x1.14p+0, -0x1.341d7961bd1d1p-4, 0x1.b599f227becbbp-58},
    {0x1.12cp+0, -0x1.2185b3b75a1cep-4, -0x1.d81c3373f1357p-58},
    {0x1.11cp+0, -0x1.129644402e2acp-4, -0x1.122b956232089p-58},
    {0x1.108p+0, -0x1.ffae9119b9303p-5, -0x1.ba13162a9c446p-60},
    {0x1.0f4p+0, -0x1.da0478be39253p-5, 0x1.c270480fd528ep-60},
    {0x1.0e4p+0, -0x1.bbc2bfc44f417p-5, -0x1.e5bafa0943c21p-60},
    {0x1.0d4p+0, -0x1.9d644fdffa279p-5, -0x1.0539a473b598bp-60},
    {0x1.0cp+0, -0x1.77458f632dcfcp-5, -0x1.18d3ca87b9296p-59},
    {0x1.0bp+0, -0x1.58a5bafc8e4d5p-5, 0x1.ce55c2b4e2b72p-59},
    {0x1.09cp+0, -0x1.32348c7001697p-5, 0x1.237a70db06b41p-60},
    {0x1.08cp+0, -0x1.13523785971f3p-5, 0x1.876e3f4b360c5p-59},
    {0x1.07cp+0, -0x1.e8a3ee30cdcacp-6, -0x1.7086b1c00b395p-63},
    {0x1.06cp+0, -0x1.aa6721ee835aap-6, 0x1.4a3a50b6c5621p-61},
    {0x1.058p+0, -0x1.5c45a51b8d389p-6, 0x1.b10b6c3ec21b4p-60},
    {0x1.048p+0, -0x1.1d7f7eb9eebe7p-6, 0x1.d41fe63d2dbf9p-61},
    {0x1.038p+0, -0x1.bcf712c74384cp-7, 0x1.f6842688f499ap-62},
    {0x1.028p+0, -0x1.3e7295d25a7d9p-7, 0x1.ff29a11443a06p-65},
    {0x1.018p+0, -0x1.7ee11ebd82e94p-8, 0x1.61e96e2fc5d9p-62},
    {0x1p+0, 0.0, 0.0},
}};

}  // namespace playset::math_tables
