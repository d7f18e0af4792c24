// Recast and Detour as a peer, used as their own demo's solo mesh does.
#include "bench/nav/recast_peer.h"

#if defined(PLAYSET_HAVE_RECAST)
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <Recast.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace playset::bench {
namespace {

constexpr int kMostPolygons = 2048;
constexpr int kMostCorners = 512;

struct Pieces {
  rcHeightfield* solid = rcAllocHeightfield();
  rcCompactHeightfield* open = rcAllocCompactHeightfield();
  rcContourSet* contours = rcAllocContourSet();
  rcPolyMesh* mesh = rcAllocPolyMesh();
  rcPolyMeshDetail* detail = rcAllocPolyMeshDetail();
  Pieces() = default;
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;
  ~Pieces() {
    rcFreeHeightField(solid);
    rcFreeCompactHeightfield(open);
    rcFreeContourSet(contours);
    rcFreePolyMesh(mesh);
    rcFreePolyMeshDetail(detail);
  }
};

class RecastPeer final : public NavPeer {
 public:
  RecastPeer(const WallSoup& soup, const NavAgentConfig& agent) : soup_(soup), agent_(agent) {
    config_.cs = 0.25f;
    config_.ch = 0.125f;
    config_.walkableSlopeAngle = agent.max_slope * 57.29578f;
    config_.walkableHeight = static_cast<int>(std::ceil(agent.height / config_.ch));
    config_.walkableClimb = static_cast<int>(std::floor(agent.step_height / config_.ch));
    config_.walkableRadius = static_cast<int>(std::ceil(agent.radius / config_.cs));
    config_.maxEdgeLen = static_cast<int>(12.0f / config_.cs);
    config_.maxSimplificationError = 1.3f;
    config_.minRegionArea = 8 * 8;
    config_.mergeRegionArea = 20 * 20;
    config_.maxVertsPerPoly = 6;
    config_.detailSampleDist = config_.cs * 6;
    config_.detailSampleMaxError = config_.ch * 1;
    rcCalcBounds(soup_.positions.data(), vertex_count(), config_.bmin, config_.bmax);
    rcCalcGridSize(config_.bmin, config_.bmax, config_.cs, &config_.width, &config_.height);
    indices_.assign(soup_.indices.begin(), soup_.indices.end());
  }
  ~RecastPeer() override { release(); }

  std::uint32_t build() override {
    release();
    Pieces p;
    rasterize(p);
    partition(p);
    make_mesh(p);
    return static_cast<std::uint32_t>(p.mesh->npolys);
  }

  RecastPlace locate(glm::vec3 position) override {
    const float half[3] = {2.0f, 4.0f, 2.0f};
    RecastPlace place;
    float nearest[3] = {position.x, position.y, position.z};
    dtPolyRef ref = 0;
    query_->findNearestPoly(&position.x, half, &filter_, &ref, nearest);
    place.polygon = static_cast<std::uint32_t>(ref);
    place.position = {nearest[0], nearest[1], nearest[2]};
    return place;
  }

  float find_path(const RecastPlace& from, const RecastPlace& to) override {
    int count = 0, corners = 0;
    query_->findPath(from.polygon, to.polygon, &from.position.x, &to.position.x, &filter_, path_,
                     &count, kMostPolygons);
    if (count == 0 || path_[count - 1] != to.polygon) return -1.0f;
    query_->findStraightPath(&from.position.x, &to.position.x, path_, count, corners_, flags_,
                             refs_, &corners, kMostCorners);
    float length = 0.0f;
    for (int i = 1; i < corners; ++i) {
      const float x = corners_[3 * i] - corners_[3 * i - 3],
                  z = corners_[3 * i + 2] - corners_[3 * i - 1];
      length += std::sqrt(x * x + z * z);
    }
    return length;
  }

 private:
  int vertex_count() const { return static_cast<int>(soup_.positions.size() / 3); }
  int triangle_count() const { return static_cast<int>(soup_.indices.size() / 3); }

  void rasterize(Pieces& p) {
    rcCreateHeightfield(&context_, *p.solid, config_.width, config_.height, config_.bmin,
                        config_.bmax, config_.cs, config_.ch);
    std::vector<unsigned char> areas(static_cast<std::size_t>(triangle_count()), 0);
    rcMarkWalkableTriangles(&context_, config_.walkableSlopeAngle, soup_.positions.data(),
                            vertex_count(), indices_.data(), triangle_count(), areas.data());
    rcRasterizeTriangles(&context_, soup_.positions.data(), vertex_count(), indices_.data(),
                         areas.data(), triangle_count(), *p.solid, config_.walkableClimb);
    rcFilterLowHangingWalkableObstacles(&context_, config_.walkableClimb, *p.solid);
    rcFilterLedgeSpans(&context_, config_.walkableHeight, config_.walkableClimb, *p.solid);
    rcFilterWalkableLowHeightSpans(&context_, config_.walkableHeight, *p.solid);
  }

  void partition(Pieces& p) {
    rcBuildCompactHeightfield(&context_, config_.walkableHeight, config_.walkableClimb, *p.solid,
                              *p.open);
    rcErodeWalkableArea(&context_, config_.walkableRadius, *p.open);
    rcBuildDistanceField(&context_, *p.open);
    rcBuildRegions(&context_, *p.open, 0, config_.minRegionArea, config_.mergeRegionArea);
    rcBuildContours(&context_, *p.open, config_.maxSimplificationError, config_.maxEdgeLen,
                    *p.contours);
  }

  void make_mesh(Pieces& p) {
    rcBuildPolyMesh(&context_, *p.contours, config_.maxVertsPerPoly, *p.mesh);
    rcBuildPolyMeshDetail(&context_, *p.mesh, *p.open, config_.detailSampleDist,
                          config_.detailSampleMaxError, *p.detail);
    for (int i = 0; i < p.mesh->npolys; ++i) p.mesh->flags[i] = 1;
    dtNavMeshCreateParams params{};
    params.verts = p.mesh->verts;
    params.vertCount = p.mesh->nverts;
    params.polys = p.mesh->polys;
    params.polyAreas = p.mesh->areas;
    params.polyFlags = p.mesh->flags;
    params.polyCount = p.mesh->npolys;
    params.nvp = p.mesh->nvp;
    params.detailMeshes = p.detail->meshes;
    params.detailVerts = p.detail->verts;
    params.detailVertsCount = p.detail->nverts;
    params.detailTris = p.detail->tris;
    params.detailTriCount = p.detail->ntris;
    params.walkableHeight = agent_.height;
    params.walkableRadius = agent_.radius;
    params.walkableClimb = agent_.step_height;
    std::copy_n(p.mesh->bmin, 3, params.bmin);
    std::copy_n(p.mesh->bmax, 3, params.bmax);
    params.cs = config_.cs;
    params.ch = config_.ch;
    params.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&params, &data, &size)) std::fprintf(stderr, "Recast gave no mesh\n");
    mesh_ = dtAllocNavMesh();
    mesh_->init(data, size, DT_TILE_FREE_DATA);
    query_ = dtAllocNavMeshQuery();
    query_->init(mesh_, kMostPolygons);
  }

  void release() {
    dtFreeNavMeshQuery(query_);
    dtFreeNavMesh(mesh_);
    query_ = nullptr;
    mesh_ = nullptr;
  }

  WallSoup soup_;
  NavAgentConfig agent_;
  std::vector<int> indices_;
  rcContext context_{false};
  rcConfig config_{};
  dtNavMesh* mesh_ = nullptr;
  dtNavMeshQuery* query_ = nullptr;
  dtQueryFilter filter_;
  dtPolyRef path_[kMostPolygons] = {};
  float corners_[3 * kMostCorners] = {};
  unsigned char flags_[kMostCorners] = {};
  dtPolyRef refs_[kMostCorners] = {};
};

}  // namespace

std::unique_ptr<NavPeer> make_recast_peer(const WallSoup& soup, const NavAgentConfig& agent) {
  return std::make_unique<RecastPeer>(soup, agent);
}

}  // namespace playset::bench
#else
namespace playset::bench {
std::unique_ptr<NavPeer> make_recast_peer(const WallSoup&, const NavAgentConfig&) {
  return nullptr;
}
}  // namespace playset::bench
#endif
