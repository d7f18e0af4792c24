// Runs a WASI program under node: node run_wasi.mjs program.wasm [arguments]. Exits with the program's status.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const args = process.argv.slice(2);
if (args.length === 0) {
  console.error('usage: node run_wasi.mjs program.wasm [arguments]');
  process.exit(2);
}
const wasi = new WASI({ version: 'preview1', args, env: {}, preopens: {}, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(args[0]));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject?.() ?? { wasi_snapshot_preview1: wasi.wasiImport });
process.exit(wasi.start(instance));
