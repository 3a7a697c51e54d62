import type { Words } from '../../schema/index.ts'

/**
 * Style of a shape. Colours are `#rrggbb` or `#rrggbbaa`; `fill` may also be a gradient. Lengths are drawing pixels,
 * angles are degrees clockwise from three o'clock.
 */
export interface ShapeStyle {
  readonly fill?: string
  readonly stroke?: string
  readonly strokeWidth?: number
  /** Corner radius of a rectangle. */
  readonly radius?: number
  /** Dash length of a rectangle's border; `gap` is the space between dashes. */
  readonly dash?: number
  readonly gap?: number
}

/** Style of a line. Lengths are drawing pixels; without `cap` the ends are butt. */
export interface LineStyle {
  /** A colour or gradient. A gradient fills the box of the line; its angle is relative to the line's direction. */
  readonly stroke: string
  readonly width: number
  /** Dash length; `gap` is the space after it. Absent: a solid line. */
  readonly dash?: number
  readonly gap?: number
  /**
   * Speed of the dashes from the first point to the second in pixels per second; negative values reverse the direction.
   * Animated by the shader.
   */
  readonly flow?: number
  /** Distance already covered on a longer path, so that dashes continue around its corners. */
  readonly phase?: number
  readonly cap?: 'butt' | 'round'
}

/**
 * Font families by style. `fontFamilies` maps them to fonts for both the glyph atlas and the SVG output. `sans` also
 * covers Chinese sans-serif (hei).
 */
export type FontFamily = 'sans' | 'serif' | 'mono' | 'kai'

/** Style of a polygon. `fill` is a colour or gradient, `stroke` a colour; lengths are drawing pixels. */
export interface PolygonStyle {
  readonly fill?: string
  readonly stroke?: string
  /** Width of the outline, which is centred on the edge and has round corners. */
  readonly strokeWidth?: number
  /** Set if the outline is known not to cross itself; skips the check with `crossesItself`. */
  readonly isSimple?: boolean
}

/** Fit and corner radius (drawing pixels) of an image. */
export interface ImageStyle {
  /** `fill` stretches the picture, `contain` shows all of it, `cover` fills the box and crops the rest. */
  readonly fit?: 'fill' | 'contain' | 'cover'
  readonly radius?: number
}

/**
 * A picture that primitives cannot express. A painter, loaded on first use, paints it on a separate canvas. A picture
 * with the same `key` is not painted again.
 */
export interface Picture {
  readonly painter: 'chart'
  readonly key: string
  readonly data: unknown
}

/** Allocates picture slots for the brush. Implemented by `ImageStore`. */
export interface PictureSource {
  url(address: string): number
  picture(picture: Picture, width: number, height: number): number
}

/** Style of a text. `fontSize` is in drawing pixels; defaults: sans, upright, left, middle, normal weight. */
export interface TextStyle {
  readonly family?: FontFamily
  readonly isItalic?: boolean
  /** Handling of text wider than the box: `run` (default) extends beyond the box, `ellipsis` truncates. */
  readonly overflow?: 'run' | 'ellipsis'
  readonly fill: string
  readonly fontSize: number
  readonly align?: 'left' | 'center' | 'right'
  readonly valign?: 'top' | 'middle' | 'bottom'
  readonly weight?: 'normal' | 'bold'
  /** Distance between lines as a multiple of the font size. Default: 1.25. */
  readonly lineHeight?: number
}

/** Style of the liquid in a vessel. `radius` is the corner radius of a box in drawing pixels. */
export interface LiquidStyle {
  readonly fill: string
  /** Shape of the vessel: a rounded box, or an isosceles triangle or diamond inscribed in the box. */
  readonly vessel?: 'box' | 'triangle' | 'inverted' | 'diamond'
  readonly radius?: number
  /** Fill level from 0 (empty) to 1 (full). */
  readonly level: number
  /** Height of the surface wave in pixels; 0 is flat. Animated by the shader. */
  readonly wave?: number
}

/**
 * Drawing interface of components. Coordinates are relative to the top left corner of the component's box. Each call
 * adds one primitive (text: one per glyph) in painting order. The same `draw` function produces GPU pages, SVG and the
 * primitive lists of tests.
 */
export interface Brush {
  /**
   * Language of the user, for texts that a component type provides. If absent, for example in print, types show both
   * languages.
   */
  readonly language?: keyof Words
  rect(x: number, y: number, width: number, height: number, style: ShapeStyle): void
  ellipse(x: number, y: number, width: number, height: number, style: ShapeStyle): void
  /** Isosceles triangle with the base at the bottom. */
  triangle(x: number, y: number, width: number, height: number, style: ShapeStyle): void
  /** Closed outline of at least three points as flat x, y pairs, filled by the non-zero winding rule. */
  polygon(points: readonly number[], style: PolygonStyle): void
  line(x1: number, y1: number, x2: number, y2: number, style: LineStyle): void
  /** Arc of a ring. `radius` is measured to its centre line; `sweepDeg` ranges from -360 to 360. */
  arc(
    cx: number,
    cy: number,
    radius: number,
    startDeg: number,
    sweepDeg: number,
    style: { readonly stroke: string; readonly width: number },
  ): void
  /** Liquid in a vessel, filled from the bottom. */
  liquid(x: number, y: number, width: number, height: number, style: LiquidStyle): void
  /** One or more lines (split at \n), aligned in the box. Lines never wrap. */
  text(x: number, y: number, width: number, height: number, content: string, style: TextStyle): void
  /** Picture by URL. Nothing is drawn while it loads; a crossed box if it cannot be loaded. */
  image(x: number, y: number, width: number, height: number, source: string, style?: ImageStyle): void
  /** Picture painted for this component. At most four per component. */
  picture(x: number, y: number, width: number, height: number, picture: Picture): void
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}
