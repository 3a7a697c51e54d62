import type { TextStyle } from './brush.ts'

/**
 * Remembers the text, style and box of a component that draws one text only, so that the text can be replaced without
 * running its draw function.
 */
export class SingleTextPath {
  private content = ''
  private style: TextStyle | null = null
  private readonly box = new Float64Array(4)
  /** Number of records after the text was drawn. */
  private count = 0

  forget(): void {
    this.style = null
  }

  /** Starts a text. It is remembered only if nothing has been drawn before (`isFirst`). */
  begin(
    isFirst: boolean,
    x: number,
    y: number,
    width: number,
    height: number,
    content: string,
    style: TextStyle,
  ): void {
    this.style = isFirst ? style : null
    this.content = content
    this.box[0] = x
    this.box[1] = y
    this.box[2] = width
    this.box[3] = height
  }

  end(count: number): void {
    this.count = count
  }

  /** Returns the style if `content` is the text drawn and all `count` records belong to it; otherwise null. */
  getStyle(content: string, count: number): TextStyle | null {
    return this.count === count && count > 0 && this.content === content ? this.style : null
  }

  /** Writes the box of the text as four numbers. */
  saveBox(places: Float64Array, at: number): void {
    places.set(this.box, at)
  }
}
