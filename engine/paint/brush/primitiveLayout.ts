import { plainColor } from '../../schema/color.ts'

/**
 * Number of 32-bit words in the record of a primitive. A record fills four RGBA32UI texels and is read by the vertex
 * shader with `texelFetch`:
 *
 * - 0, 1: centre x and y; 2, 3: half width and half height (floats, drawing pixels)
 * - 4: fill; 5: stroke; 6: angle in radians; 7: kind | role << 8 | flags from bit 10
 * - 8 to 11: four values that depend on the kind
 * - 12: size for the level of detail; 13: row in the motion texture; 14: second colour of a gradient, or its ramp
 * - 15: gradient kind | angle in 1/1024 turns << 2 | ramp flag << 12 | blur in 1/16 px << 16
 *
 * The texture holds integers because drivers may flush or canonicalise floats, which would corrupt colours.
 */
export const wordsPerPrimitive = 16
export const texelsPerPrimitive = 4

export const kind = {
  /** Filled box without rotation or border. */
  plain: 0,
  /** 8: atlas x | y << 16; 9: width | height << 16 (texels); 10: distance range in drawing pixels. */
  glyph: 1,
  /** Filled box with smooth edges; 9: corner radius. Also solid lines. */
  soft: 2,
  /** Filled ellipse with an aspect ratio below 2. */
  disc: 3,
  /** 8: border width; 9: corner radius; 10, 11: dash and gap of the border (0: solid). */
  rect: 4,
  /** 8: border width. */
  ellipse: 5,
  /** 8: border width. */
  triangle: 6,
  /** Dashes along the box. 8: dash; 9: gap; 10: flow in px/s; 11: phase. A flag selects round caps. */
  line: 7,
  /** 8: radius; 9: width; 10: half sweep in radians. The record's angle is the middle of the sweep. */
  arc: 8,
  /**
   * 8: level (0 to 1); 9: corner radius; 10: wave height; 11: vessel (0 box, 1 triangle, 2 inverted triangle, 3
   * diamond).
   */
  liquid: 9,
  /**
   * 8 to 11: four corners, x and y as 16-bit fractions of the half sizes. Convex, clockwise; edges as in `hardEdges`.
   */
  polygon: 10,
  /**
   * 8: corner radius; 9: fit (0 fill, 1 contain, 2 cover); 10: colours (0 original, 1 desaturated, 2 shadow only); 11:
   * picture slot.
   */
  image: 11,
} as const

/** Kind of the gradient from the colour in word 4 to the one in word 14. */
export const gradientKind = { none: 0, linear: 1, radial: 2 } as const

/** Flag in word 15: word 14 is the row of a ramp with several colours, and word 4 is white with the opacity. */
export const rampTone = 1 << 12

/** Kinds up to this one can be painted by the simple program. */
export const lastSimpleKind = kind.disc

/** Returns the kind that paints the same shape with the whole program. */
export function toWholeKind(simple: number): number {
  return simple === kind.disc ? kind.ellipse : simple === kind.glyph ? kind.glyph : kind.rect
}

/**
 * Level of detail. A stand-in is one box that replaces the detail primitives when the component is only a few pixels
 * large.
 */
export const role = { always: 0, detail: 1, standIn: 2 } as const

/**
 * Flags in word 7. `hairline` widens a stroke to one device pixel. `hardEdges` is the first of four bits, one per edge between two pieces of a polygon; such edges are
 * not smoothed.
 */
export const flag = {
  flipX: 1 << 10,
  flipY: 1 << 11,
  roundCap: 1 << 12,
  hairline: 1 << 13,
  hardEdges: 1 << 16,
} as const

/**
 * Strokes below this width in drawing pixels are hairlines: painted one device pixel wide at any zoom, because their
 * own width would be invisible.
 */
export const hairlineBelowPx = 0.1

/** Default colour of shadows. */
export const defaultShadow = '#00000059'

/** Size on screen, in device pixels, below which a component with several primitives is painted as its stand-in. */
export const miniatureBelowPx = 4

/**
 * Boxes up to this size in drawing pixels get smooth edges. When zoomed out they are thinner than a pixel and would
 * otherwise be visible only where they cover a pixel's centre.
 */
export const thinPx = 4

const cache = new Map<string, number>()
const cacheLimit = 4096

/**
 * Packs `#rrggbb[aa]` into the bytes r, g, b, a, lowest first. An invalid colour becomes magenta, to make the error
 * visible.
 */
export function packColor(color: string): number {
  const cached = cache.get(color)
  if (cached !== undefined) return cached
  const packed = parseColor(plainColor(color))
  if (cache.size < cacheLimit) cache.set(color, packed)
  return packed
}

/** Whether a fill is a single colour and not a gradient. */
export const isPlainColor = (fill: string): boolean => fill.length <= 9

export const isOpaque = (color: string): boolean => packColor(color) >>> 24 === 255

/** Returns word 15 of a record. `angleDeg` is in degrees, `blurPx` in drawing pixels. */
export function packTone(gradient: number, angleDeg: number, blurPx: number): number {
  const angleUnits = Math.round((angleDeg / 360) * 1024) & 1023
  return (gradient | (angleUnits << 2) | (Math.min(0xffff, Math.round(blurPx * 16)) << 16)) >>> 0
}

/** Multiplies the alpha of a packed colour by `opacity` (0 to 1). */
export function fadeBy(packed: number, opacity: number): number {
  if (opacity >= 1) return packed
  return ((packed & 0x00ffffff) | (Math.round((packed >>> 24) * Math.max(0, opacity)) << 24)) >>> 0
}

/** Desaturates a packed colour and reduces its alpha, so that stale or bad values do not look live. */
export function fadeColor(packed: number): number {
  const r = packed & 255,
    g = (packed >>> 8) & 255,
    b = (packed >>> 16) & 255,
    a = packed >>> 24
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
