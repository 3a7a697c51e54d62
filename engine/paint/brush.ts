import type { Words } from '../schema/index.ts'

/** Colours are `#rrggbb` or `#rrggbbaa`, a `fill` also a gradient; lengths drawing pixels; angles degrees clockwise from three o'clock. */
export interface ShapeStyle {
  readonly fill?: string
  readonly stroke?: string
  readonly strokeWidth?: number
  /** Corner radius of a rect. */
  readonly radius?: number
  /** A rect's border in dashes: their length and the gap between them. */
  readonly dash?: number
  readonly gap?: number
}

export interface LineStyle {
  /** A gradient runs through the box of the line itself: its angle is measured from the line's direction. */
  readonly stroke: string
  readonly width: number
  /** Length of a dash and of the gap behind it; absent: solid. */
  readonly dash?: number
  readonly gap?: number
  /** Pixels a second that the dashes travel from the first point to the second; negative: backwards. Played by the shader. */
  readonly flow?: number
  /** Distance already travelled along a longer path, so that dashes run on through its corners. */
  readonly phase?: number
  readonly cap?: 'butt' | 'round'
}

/** A face by its manner; which font that is, the atlas and the SVG writer agree on. `hei` is the sans-serif of Chinese. */
export type FontFamily = 'sans' | 'serif' | 'mono' | 'kai'

export interface PolygonStyle {
  readonly fill?: string
  readonly stroke?: string
  /** Centred on the outline, corners round. */
  readonly strokeWidth?: number
  /** The outline is known not to cross itself (`crossesItself`), so nobody asks again. */
  readonly isSimple?: boolean
}

export interface ImageStyle {
  /** `fill` stretches, `contain` shows all of it, `cover` fills the box and cuts off what is over. */
  readonly fit?: 'fill' | 'contain' | 'cover'
  readonly radius?: number
}

/**
 * What cannot be said in primitives and is painted on a canvas of its own, by a painter that is loaded when a drawing
 * first needs it. The same `key` means the same picture: nothing is painted again.
 */
export interface Picture {
  readonly painter: 'chart'
  readonly key: string
  readonly data: unknown
}

/** Where the brush gets the slots of pictures from: the image store. */
export interface PictureSource {
  url(address: string): number
  picture(picture: Picture, width: number, height: number): number
}

export interface TextStyle {
  readonly family?: FontFamily
  readonly isItalic?: boolean
  /** What is wider than the box: runs over (default), or ends in an ellipsis. */
  readonly overflow?: 'run' | 'ellipsis'
  readonly fill: string
  readonly fontSize: number
  readonly align?: 'left' | 'center' | 'right'
  readonly valign?: 'top' | 'middle' | 'bottom'
  readonly weight?: 'normal' | 'bold'
}

export interface LiquidStyle {
  readonly fill: string
  /** What holds it: a box with round corners, or an isosceles triangle or a diamond in that box. */
  readonly vessel?: 'box' | 'triangle' | 'inverted' | 'diamond'
  readonly radius?: number
  /** 0 empty to 1 full. */
  readonly level: number
  /** Height of the moving surface in pixels; 0: flat. Played by the shader. */
  readonly wave?: number
}

/**
 * What a component draws itself with, in its own box: (0, 0) is the box's top left corner. Each call is one
 * primitive (text: one a glyph), painted in the order of the calls. The same `draw` writes GPU pages, SVG and the
 * golden lists of tests, so a component never knows where it lands.
 */
export interface Brush {
  /** The language of who looks, for the few words that a type brings of its own. Not known, as on paper for anybody: it says them in both. */
  readonly language?: keyof Words
  rect(x: number, y: number, width: number, height: number, style: ShapeStyle): void
  ellipse(x: number, y: number, width: number, height: number, style: ShapeStyle): void
  /** Isosceles, base below, apex in the middle above. */
  triangle(x: number, y: number, width: number, height: number, style: ShapeStyle): void
  /** A closed outline of flat x, y pairs, at least three; filled where it winds around at all. */
  polygon(points: readonly number[], style: PolygonStyle): void
  line(x1: number, y1: number, x2: number, y2: number, style: LineStyle): void
  /** A ring's part: centre line at `radius`, from `startDeg` over `sweepDeg` (-360 to 360), `width` thick. */
  arc(cx: number, cy: number, radius: number, startDeg: number, sweepDeg: number, style: { readonly stroke: string; readonly width: number }): void
  /** The liquid inside a vessel, filled from below. */
  liquid(x: number, y: number, width: number, height: number, style: LiquidStyle): void
  /** One or more lines (split at \n), aligned in the box; what is wider than the box runs over, never wraps. */
  text(x: number, y: number, width: number, height: number, content: string, style: TextStyle): void
  /** A picture by its address; nothing until it has come, a crossed box when it cannot. */
  image(x: number, y: number, width: number, height: number, source: string, style?: ImageStyle): void
  /** A picture painted for this component. At most four a component. */
  picture(x: number, y: number, width: number, height: number, picture: Picture): void
}

export interface Size {
  readonly width: number
  readonly height: number
}
