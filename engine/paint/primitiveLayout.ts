import { plainColor } from '../schema/color.ts'

/**
 * A primitive's record: 16 words of 32 bits, four RGBA32UI texels, pulled by the vertex shader with `texelFetch`.
 *
 *     0 centre x   1 centre y   2 half width    3 half height   (floats, drawing pixels)
 *     4 fill       5 stroke     6 angle, rad    7 kind | role << 8 | flips << 10
 *     8 … 11       four numbers whose meaning the kind gives
 *     12 size that the level of detail looks at   13 row in the motion texture   14 the gradient's second colour, or its ramp
 *     15 gradient | its angle in 1/1024 turns << 2 | whether it has a ramp << 12 | blur in 1/16 px << 16
 *
 * Integers, not floats: colours travel as bits, and no driver may then flush or canonicalise them.
 */
export const wordsPerPrimitive = 16
export const texelsPerPrimitive = 4

export const kind = {
  /** Filled box, no rotation, no border. */
  plain: 0,
  /** 8 atlas x | y << 16, 9 width | height << 16 (texels), 10 distance range in drawing pixels. */
  glyph: 1,
  /** Filled box with smooth edges and 9 corner radius; also solid lines. */
  soft: 2,
  /** Filled ellipse, not much longer than wide. */
  disc: 3,
  /** 8 border width, 9 corner radius, 10 and 11 dash and gap of the border (0: whole). */
  rect: 4,
  /** 8 border width. */
  ellipse: 5,
  /** 8 border width. */
  triangle: 6,
  /** Dashes along the box: 8 dash, 9 gap, 10 flow in px/s, 11 phase; round ones by a flag. */
  line: 7,
  /** 8 radius, 9 width, 10 half sweep (rad); angle = the sweep's middle. */
  arc: 8,
  /** 8 level 0…1, 9 corner radius, 10 wave height, 11 vessel (0 box, 1 triangle, 2 inverted triangle, 3 diamond). */
  liquid: 9,
  /** 8 … 11 its four corners, each x and y as 16 bit shares of the half sizes. Convex, clockwise; `hardEdge` flags. */
  polygon: 10,
  /** 8 corner radius, 9 fit (0 fill, 1 contain, 2 cover), 10 its colours (0 as they are, 1 drained, 2 none: a shadow), 11 slot of the picture. */
  image: 11,
} as const

/** How a fill runs from word 4 to word 14. */
export const gradientKind = { none: 0, linear: 1, radial: 2 } as const

/** In word 15: word 14 is the row of a ramp of several colours, and word 4 how strong it is, as a white. */
export const rampTone = 1 << 12

/** Kinds up to here are painted by the simple program. */
export const lastSimpleKind = kind.disc

/** The kind that paints the same shape in the whole program. */
export function wholeKindOf(simple: number): number {
  return simple === kind.disc ? kind.ellipse : simple === kind.glyph ? kind.glyph : kind.rect
}

/** Who paints at which size: the stand-in is one box in place of many primitives when they are a few pixels large. */
export const role = { always: 0, detail: 1, standIn: 2 } as const

/** `hardEdges` is the first of four: an edge where two pieces of a polygon meet, whose pixels belong to one of them. */
export const flag = { flipX: 1 << 10, flipY: 1 << 11, roundCap: 1 << 12, hardEdges: 1 << 16 } as const

/** The shadow's colour where a component names none. */
export const defaultShadow = '#00000059'

/** Below this size on screen, in device pixels, a component of several primitives paints as its stand-in. */
export const standInBelowPx = 4

/** A box that is thinner than this is less than a pixel where a drawing is seen from afar: without smooth edges it is seen only where it meets a pixel's centre. */
export const thinPx = 4

const cache = new Map<string, number>()
const cacheLimit = 4096

/** Packs `#rrggbb[aa]` as the bytes r, g, b, a from low to high. Anything else is a loud magenta: a mistake of ours. */
export function packColor(color: string): number {
  const known = cache.get(color)
  if (known !== undefined) return known
  const packed = parseColor(plainColor(color))
  if (cache.size < cacheLimit) cache.set(color, packed)
  return packed
}

/** Whether a fill is one colour and no gradient. */
export const isPlainColor = (fill: string): boolean => fill.length <= 9

export const isOpaque = (color: string): boolean => packColor(color) >>> 24 === 255

/** Word 15 of a record. */
export function packTone(gradient: number, angleDeg: number, blurPx: number): number {
  const turn = Math.round((angleDeg / 360) * 1024) & 1023
  return (gradient | (turn << 2) | (Math.min(0xffff, Math.round(blurPx * 16)) << 16)) >>> 0
}

/** The same colour with its alpha multiplied by `opacity` (0 to 1). */
export function fadeBy(packed: number, opacity: number): number {
  if (opacity >= 1) return packed
  return ((packed & 0x00ffffff) | (Math.round((packed >>> 24) * Math.max(0, opacity)) << 24)) >>> 0
}

/** What is stale or bad never looks live: most of the colour goes, some of the strength too. */
export function fadeColor(packed: number): number {
  const r = packed & 255, g = (packed >>> 8) & 255, b = (packed >>> 16) & 255, a = packed >>> 24
  const grey = 0.3 * r + 0.59 * g + 0.11 * b
  const mix = (c: number) => Math.round(0.15 * c + 0.85 * (0.55 * grey + 0.45 * 205))
  return (mix(r) | (mix(g) << 8) | (mix(b) << 16) | (Math.round(a * 0.75) << 24)) >>> 0
}

function parseColor(color: string): number {
  const digits = color.length === 7 ? color.slice(1) + 'ff' : color.slice(1)
  const value = digits.length === 8 ? Number.parseInt(digits, 16) : Number.NaN
  if (Number.isNaN(value)) return 0xffff00ff
  return ((value >>> 24) | ((value >>> 8) & 0xff00) | ((value << 8) & 0xff0000) | (value << 24)) >>> 0
}
