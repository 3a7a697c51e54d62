import { motionKind } from '../../animation/motion.ts'
import { texelsPerRamp } from './gradientTexture.ts'
import { flag, gradientKind, kind, rampTone, role, texelsPerPrimitive } from '../brush/primitiveLayout.ts'

/** Primitives per row of a page's texture; `texelsPerRow` is the same in texels. */
export const primitivesPerRow = 64
export const texelsPerRow = primitivesPerRow * texelsPerPrimitive

/**
 * Shaders of a program. There are two main programs for the same records. Software GL executes every branch of a shader
 * for every pixel, so the kinds that make up most drawings (boxes, discs, solid lines and glyphs without motion) have a
 * short fragment shader; the whole program paints all others. Measured with 10,000 components: 16 frames per second
 * instead of 6.
 */
export interface ShaderSource {
  readonly vertex: string
  readonly fragment: string
}

/**
 * Reads the record of vertex `gl_VertexID` and drops primitives hidden by the level of detail. `at` is in device
 * pixels.
 */
const pull = `#version 300 es
precision highp float;
precision highp int;
uniform highp usampler2D uRecords;
uniform mat3 uView;
uniform float uScale;
uniform float uStandInBelowPx;

vec4 colorOf(uint packed) {
  vec4 c = vec4(uvec4(packed, packed >> 8, packed >> 16, packed >> 24) & 255u) / 255.0;
  return vec4(c.rgb * c.a, c.a);
}

uvec4 texelOf(int i, int n) {
  return texelFetch(uRecords, ivec2((i & ${primitivesPerRow - 1}) * ${texelsPerPrimitive} + n, i / ${primitivesPerRow}), 0);
}

bool isHidden(float halfWidth, uint meta, float size) {
  uint role = (meta >> 8) & 3u;
  bool isSmall = size * uScale < uStandInBelowPx;
  return halfWidth <= 0.0 || (role == ${role.detail}u && isSmall) || (role == ${role.standIn}u && !isSmall);
}

vec2 cornerOf(int vertex) {
  return vec2(float(vertex & 1), float((vertex >> 1) & 1)) * 2.0 - 1.0;
}

vec2 flipOf(uint meta) {
  return vec2((meta & ${flag.flipX}u) != 0u ? -1.0 : 1.0, (meta & ${flag.flipY}u) != 0u ? -1.0 : 1.0);
}

vec2 turned(vec2 at, float angle) {
  float s = sin(angle), c = cos(angle);
  return vec2(at.x * c - at.y * s, at.x * s + at.y * c);
}

/** Where in the atlas a corner of a glyph lies, in texels. */
vec2 cellOf(uvec4 shape, vec2 corner) {
  vec2 origin = vec2(float(shape.x & 65535u), float(shape.x >> 16));
  return origin + (corner * 0.5 + 0.5) * vec2(float(shape.y & 65535u), float(shape.y >> 16));
}
`

export const simpleShader: ShaderSource = {
  vertex: `${pull}
uniform sampler2D uAtlas;
flat out vec4 vFill;
/** Inner half size and corner radius of a box in device pixels, or the sharpness of a glyph behind a negative radius. */
flat out vec4 vShape;
out vec2 vAt;

void main() {
  int i = gl_VertexID >> 2;
  uvec4 a = texelOf(i, 0), b = texelOf(i, 1), c = texelOf(i, 2);
  vec2 halfSize = uintBitsToFloat(a.zw);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (isHidden(halfSize.x, b.w, uintBitsToFloat(texelOf(i, 3).x))) return;
  uint kindOf = b.w & 255u;
  if ((b.w & ${flag.hairline}u) != 0u) halfSize.y = 0.5 / uScale;
  vec2 corner = cornerOf(gl_VertexID);
  vec2 at = corner * halfSize;
  vFill = colorOf(b.x);
  if (kindOf == ${kind.glyph}u) {
    vAt = cellOf(c, corner) / vec2(textureSize(uAtlas, 0));
    vShape = vec4(0.0, 0.0, -1.0, max(1.2, uintBitsToFloat(c.z) * uScale));
  } else if (kindOf == ${kind.plain}u) {
    vAt = vec2(0.0);
    vShape = vec4(1.0, 1.0, 1.0, 0.0);
  } else if (kindOf == ${kind.disc}u) {
    at += corner / uScale;
    float radius = min(halfSize.x, halfSize.y);
    vAt = at / halfSize * radius * uScale;
    vShape = vec4(0.0, 0.0, radius * uScale, 0.0);
  } else {
    at += corner / uScale;
    float radius = max(0.5, uintBitsToFloat(c.y) * uScale);
    vAt = at * uScale;
    vShape = vec4(halfSize * uScale - radius, radius, 0.0);
  }
  vec2 world = uintBitsToFloat(a.xy) + turned(at, uintBitsToFloat(b.z));
  gl_Position = vec4((uView * vec3(world, 1.0)).xy, 0.0, 1.0);
}`,
  fragment: `#version 300 es
precision highp float;
uniform sampler2D uAtlas;
flat in vec4 vFill;
flat in vec4 vShape;
in vec2 vAt;
out vec4 color;

void main() {
  if (vShape.z < 0.0) {
    color = vFill * clamp(0.5 + (textureLod(uAtlas, vAt, 0.0).r - 0.5) * vShape.w, 0.0, 1.0);
  } else {
    vec2 beyond = max(abs(vAt) - vShape.xy, 0.0);
    color = vFill * clamp(vShape.z + 0.5 - sqrt(dot(beyond, beyond)), 0.0, 1.0);
  }
}`,
}

/**
 * Vertex shader of the whole, ramp and image programs. The image program reads the aspect ratio from its texture; the
 * ramp program passes the ramp's row instead of the second colour.
 */
const wholeVertex = (isImage: boolean, hasRamps: boolean) => `${pull}
uniform highp sampler2D uMotions;
uniform float uTimeMs;
${isImage ? 'uniform sampler2D uImage;' : ''}
flat out uint vKind;
flat out uint vFlags;
flat out vec4 vFill;
flat out vec4 vFill2;
flat out vec4 vStroke;
flat out vec4 vShape;
flat out vec4 vMore;
flat out vec2 vHalf;
/** Blur in drawing pixels and gradient kind. */
flat out vec2 vTone;
out vec2 vAt;
/** Where along the gradient: x of a linear one, the distance from the origin of a radial one. */
out vec2 vRun;

/** Plays the component's motion on a point and on the colours. */
vec2 moved(vec2 world, uint motion) {
  ivec2 row = ivec2(int(motion & 127u) * 2, int(motion >> 7));
  vec4 m = texelFetch(uMotions, row, 0);
  vec3 more = texelFetch(uMotions, row + ivec2(1, 0), 0).xyz;
  vec2 pivot = more.xy;
  float turn = fract(uTimeMs / m.y + more.z);
  float shown = 1.0;
  if (m.x == ${motionKind.blink}.0) shown = turn < 0.5 ? 1.0 : 0.15;
  else if (m.x == ${motionKind.showHide}.0) shown = turn < 0.5 ? 1.0 : 0.0;
  else if (m.x == ${motionKind.rotate}.0) world = pivot + turned(world - pivot, turn * 6.283185307 * m.z);
  else if (m.x == ${motionKind.slide}.0) world += m.zw * (0.5 - 0.5 * cos(turn * 6.283185307));
  vFill *= shown;
  vFill2 *= shown;
  vStroke *= shown;
  return world;
}

vec2 runOf(uint tone, vec2 at) {
  if ((tone & 3u) != ${gradientKind.linear}u) return at;
  float angle = float((tone >> 2) & 1023u) * 6.283185307 / 1024.0;
  vec2 way = vec2(cos(angle), sin(angle));
  return vec2(0.5 + 0.5 * dot(at, way) / (abs(way.x) + abs(way.y)), 0.0);
}

void main() {
  int i = gl_VertexID >> 2;
  uvec4 a = texelOf(i, 0), b = texelOf(i, 1), c = texelOf(i, 2), d = texelOf(i, 3);
  vec2 halfSize = uintBitsToFloat(a.zw);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (isHidden(halfSize.x, b.w, uintBitsToFloat(d.x))) return;
  vKind = b.w & 255u;
  vFlags = b.w;
  vShape = uintBitsToFloat(c);
  vMore = vec4(0.0);
  if (vKind == ${kind.polygon}u) {
    vShape = vec4(unpackSnorm2x16(c.x), unpackSnorm2x16(c.y)) * halfSize.xyxy;
    vMore = vec4(unpackSnorm2x16(c.z), unpackSnorm2x16(c.w)) * halfSize.xyxy;
  }
  ${
    isImage
      ? `if (vShape.y > 0.5) {
    vec2 picture = vec2(textureSize(uImage, 0));
    float wider = (halfSize.x / max(halfSize.y, 1e-6)) / (picture.x / max(picture.y, 1.0));
    bool isCovering = vShape.y > 1.5;
    vMore.xy = (wider > 1.0) != isCovering ? vec2(wider, 1.0) : vec2(1.0, 1.0 / wider);
  } else vMore.xy = vec2(1.0);`
      : ''
  }
  if ((b.w & ${flag.hairline}u) != 0u) {
    if (vKind == ${kind.arc}u) vShape.y = 1.0 / uScale;
    else if (vKind == ${kind.line}u || b.y == 0u) halfSize.y = 0.5 / uScale;
    else vShape.x = 1.0 / uScale;
  }
  vHalf = halfSize;
  vFill = colorOf(b.x);
  vStroke = colorOf(b.y);
  vFill2 = colorOf(d.z);
  vTone = vec2(float(d.w >> 16) / 16.0, float(d.w & 3u));
  vec2 corner = cornerOf(gl_VertexID);
  vec2 at = corner * halfSize;
  if (vKind != ${kind.glyph}u && vKind != ${kind.plain}u) at += corner * (1.0 / uScale + vTone.x);
  vRun = runOf(d.w, at / max(halfSize, vec2(1e-6)) * flipOf(b.w));
  vAt = vKind == ${kind.glyph}u ? cellOf(c, corner) : at * flipOf(b.w);
  vec2 world = uintBitsToFloat(a.xy) + turned(at, uintBitsToFloat(b.z));
  if (d.y != 0u) world = moved(world, d.y);
  ${
    hasRamps
      ? `if ((d.w & ${rampTone}u) != 0u) {
    vFill2 = vec4(float(d.z));
    vTone.y += 2.0;
  }`
      : ''
  }
  gl_Position = vec4((uView * vec3(world, 1.0)).xy, 0.0, 1.0);
}`

/** Common start of the fragment shaders. */
const fragmentHead = `#version 300 es
precision highp float;
precision highp int;
uniform float uScale;
uniform float uTimeMs;
flat in uint vKind;
flat in uint vFlags;
flat in vec4 vFill;
flat in vec4 vFill2;
flat in vec4 vStroke;
flat in vec4 vShape;
flat in vec4 vMore;
flat in vec2 vHalf;
flat in vec2 vTone;
in vec2 vAt;
in vec2 vRun;
out vec4 color;

float box(vec2 p, vec2 halfSize, float radius) {
  vec2 q = abs(p) - halfSize + radius;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}

float cover(float distance) {
  if (vTone.x > 0.0) return 1.0 - smoothstep(-vTone.x, vTone.x, distance);
  return clamp(0.5 - distance * uScale, 0.0, 1.0);
}
`

const wholeFragment = (hasRamps: boolean) => `${fragmentHead}
uniform sampler2D uAtlas;
${hasRamps ? 'uniform sampler2D uRamps;' : ''}

float ellipse(vec2 p, vec2 halfSize) {
  if (abs(halfSize.x - halfSize.y) < 0.01) return length(p) - halfSize.x;
  vec2 n = p / halfSize;
  float k = length(n);
  return k * (k - 1.0) / max(length(n / halfSize), 1e-6);
}

float triangle(vec2 p, vec2 halfSize) {
  vec2 edge = vec2(halfSize.x, 2.0 * halfSize.y);
  vec2 normal = vec2(edge.y, -edge.x) / length(edge);
  return max(dot(vec2(abs(p.x), p.y) - vec2(0.0, -halfSize.y), normal), p.y - halfSize.y);
}

float dashes(vec2 p) {
  bool isRound = (vFlags & ${flag.roundCap}u) != 0u;
  float period = vShape.x + vShape.y;
  float along = mod(p.x + vHalf.x + vShape.w - uTimeMs * 0.001 * vShape.z, period);
  vec2 size = vec2(0.5 * vShape.x, vHalf.y);
  float radius = isRound ? min(size.x, size.y) : 0.0;
  vec2 q = vec2(along - size.x, p.y);
  return max(box(p, vHalf, 0.0), min(box(q, size, radius), box(q - vec2(period, 0.0), size, radius)));
}

float arc(vec2 p) {
  p = vec2(p.x, abs(p.y));
  float ring = abs(length(p) - vShape.x) - 0.5 * vShape.y;
  if (vShape.z >= 3.14159) return ring;
  vec2 end = vec2(cos(vShape.z), sin(vShape.z));
  float over = p.y * end.x - p.x * end.y;
  bool isBehind = atan(p.y, p.x) > vShape.z && dot(p, end) < 0.0;
  return max(ring, isBehind ? length(p) : over);
}

float liquid(vec2 p) {
  float surface = vHalf.y * (1.0 - 2.0 * vShape.x) + vShape.z * 0.5 * sin(p.x * 0.12 + uTimeMs * 0.0026179939);
  float vessel = vShape.w == 1.0 ? triangle(p, vHalf) : vShape.w == 2.0 ? triangle(vec2(p.x, -p.y), vHalf)
    : vShape.w == 3.0 ? (dot(abs(p) / vHalf, vec2(1.0)) - 1.0) * vHalf.x * vHalf.y / length(vHalf) : box(p, vHalf, vShape.y);
  return max(vessel, surface - p.y);
}

/** How far p is outside the edge from a to b; an edge between two pieces is nowhere near or far away. */
float edge(vec2 p, vec2 a, vec2 b, int n) {
  vec2 way = b - a;
  float size = length(way);
  if (size < 1e-4) return -1e6;
  float outside = dot(p - a, vec2(way.y, -way.x)) / size;
  if ((vFlags & (${flag.hardEdges}u << n)) == 0u) return outside;
  // Corners are kept in steps of the piece's own box: two pieces agree about their edge to a step or so, and a gap would show.
  return outside > max(vHalf.x, vHalf.y) * ${(2 / 32767).toExponential(3)} ? 1e6 : -1e6;
}

float polygon(vec2 p) {
  return max(
    max(edge(p, vShape.xy, vShape.zw, 0), edge(p, vShape.zw, vMore.xy, 1)),
    max(edge(p, vMore.xy, vMore.zw, 2), edge(p, vMore.zw, vShape.xy, 3))
  );
}

vec4 fill() {
  if (vTone.y == 0.0) return vFill;
  ${
    hasRamps
      ? `if (vTone.y > 2.5) {
    float along = clamp(vTone.y > 3.5 ? length(vRun) : vRun.x, 0.0, 1.0) * ${(texelsPerRamp - 1).toFixed(1)} + 0.5;
    return vFill * textureLod(uRamps, vec2(along, vFill2.x + 0.5) / vec2(textureSize(uRamps, 0)), 0.0);
  }`
      : ''
  }
  return mix(vFill, vFill2, clamp(vTone.y > 1.5 ? length(vRun) : vRun.x, 0.0, 1.0));
}

vec4 bordered(float distance) {
  float outside = cover(distance);
  float inside = vShape.x > 0.0 ? cover(distance + vShape.x) : outside;
  return fill() * inside + vStroke * (outside - inside);
}

/** A box's border is cut along the side that a pixel is nearest to. */
vec4 boxed() {
  float distance = box(vAt, vHalf, vShape.y);
  if (vShape.w <= 0.0) return bordered(distance);
  vec2 beyond = abs(vAt) - vHalf;
  float along = mod((beyond.x > beyond.y ? vAt.y + vHalf.y : vAt.x + vHalf.x), vShape.z + vShape.w) - vShape.z;
  float inside = cover(distance + vShape.x);
  return fill() * inside + vStroke * (cover(distance) - inside) * cover(max(along, -along - vShape.z));
}

void main() {
  switch (vKind) {
    case ${kind.plain}u: color = vFill; break;
    case ${kind.glyph}u: {
      float distance = textureLod(uAtlas, vAt / vec2(textureSize(uAtlas, 0)), 0.0).r - 0.5;
      color = vFill * clamp(0.5 + distance * max(1.2, vShape.z * uScale), 0.0, 1.0);
      break;
    }
    case ${kind.soft}u: case ${kind.rect}u: color = boxed(); break;
    case ${kind.disc}u: case ${kind.ellipse}u: color = bordered(ellipse(vAt, vHalf)); break;
    case ${kind.triangle}u: color = bordered(triangle(vAt, vHalf)); break;
    case ${kind.line}u: color = fill() * cover(dashes(vAt)); break;
    case ${kind.arc}u: color = vFill * cover(arc(vAt)); break;
    case ${kind.polygon}u: color = fill() * cover(polygon(vAt)); break;
    default: color = fill() * cover(liquid(vAt)); break;
  }
}`

export const wholeShader: ShaderSource = { vertex: wholeVertex(false, false), fragment: wholeFragment(false) }

/**
 * Replaces the whole program in drawings that have gradients with more than two colours. It is separate because
 * software GL would sample the ramps for every pixel of all other drawings, too.
 */
export const rampShader: ShaderSource = { vertex: wholeVertex(false, true), fragment: wholeFragment(true) }

/** Paints one picture in a box with rounded corners. */
export const imageShader: ShaderSource = {
  vertex: wholeVertex(true, false),
  fragment: `${fragmentHead}
uniform sampler2D uImage;

void main() {
  vec2 within = vAt / max(vHalf, vec2(1e-6)) * vMore.xy;
  vec4 texel = texture(uImage, within * 0.5 + 0.5);
  if (vShape.z > 1.5) texel = vec4(texel.a);
  else if (vShape.z > 0.5) {
    float grey = dot(texel.rgb, vec3(0.3, 0.59, 0.11)) * 0.55 + texel.a * 0.36;
    texel = vec4(mix(texel.rgb, vec3(grey), 0.85), texel.a) * 0.75;
  }
  vec2 shown = min(vHalf, vHalf / vMore.xy);
  color = texel * vFill * cover(box(vAt, shown, min(vShape.x, min(shown.x, shown.y))));
}`,
}
