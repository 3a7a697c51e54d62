import type { TextStyle } from './brush.ts'

/** The one text that is all a component has drawn, if it is: what was drawn of it, with what, and in which box. */
export class SingleTextPath {
  private content = ''
  private style: TextStyle | null = null
  private readonly box = new Float64Array(4)
  /** How many records there were when it was drawn. */
  private count = 0

  forget(): void {
    this.style = null
  }

  /** A text begins; only the first thing drawn can be the only one. */
  begin(isFirst: boolean, x: number, y: number, width: number, height: number, content: string, style: TextStyle): void {
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

  /** Its style, where it has these words and there are as many records as it made; null: there is more, or less. */
  styleOf(content: string, count: number): TextStyle | null {
    return this.count === count && count > 0 && this.content === content ? this.style : null
  }

  /** Writes its box as four numbers. */
  keep(places: Float64Array, at: number): void {
    places.set(this.box, at)
  }
}
