/** Colours are `#rrggbb` or `#rrggbbaa`; lengths drawing pixels; angles degrees clockwise from three o'clock. */
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

export interface TextStyle {
  readonly fill: string
  readonly fontSize: number
  readonly align?: 'left' | 'center' | 'right'
  readonly valign?: 'top' | 'middle' | 'bottom'
  readonly weight?: 'normal' | 'bold'
}

export interface LiquidStyle {
  readonly fill: string
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
  rect(x: number, y: number, width: number, height: number, style: ShapeStyle): void
  ellipse(x: number, y: number, width: number, height: number, style: ShapeStyle): void
  /** Isosceles, base below, apex in the middle above. */
  triangle(x: number, y: number, width: number, height: number, style: ShapeStyle): void
  line(x1: number, y1: number, x2: number, y2: number, style: LineStyle): void
  /** A ring's part: centre line at `radius`, from `startDeg` over `sweepDeg` (-360 to 360), `width` thick. */
  arc(cx: number, cy: number, radius: number, startDeg: number, sweepDeg: number, style: { readonly stroke: string; readonly width: number }): void
  /** The liquid inside a rounded box, filled from below. */
  liquid(x: number, y: number, width: number, height: number, style: LiquidStyle): void
  /** One or more lines (split at \n), aligned in the box; what is wider than the box runs over, never wraps. */
  text(x: number, y: number, width: number, height: number, content: string, style: TextStyle): void
}

export interface Size {
  readonly width: number
  readonly height: number
}
