import type { Id } from '../document/index.ts'
import type { LabelStyle, Painter } from '../paint/painter.ts'
import type { Page, Run } from '../paint/gpu/primitivePages.ts'
import { isPlainColor, packColor } from '../paint/brush/primitiveLayout.ts'

/** Numbers per label: the component's frame, and the text's box in it. */
const numbersPerLabel = 8

/**
 * Fast path for live values that change only the tint colour of a component or the text of its label. Each row holds
 * the position of the component's records and the style to draw them with.
 *
 * A row opens when a value has been shown the regular way and closes when the component is repainted; a tint row also
 * closes when its page is laid out again. All data are stored in columns, so that component objects, which are
 * scattered in memory, are not accessed. They fetch the value when they need it.
 */
export class LiveFastPath {
  private readonly painter: Painter
  private readonly ids: Id[] = []
  /** Page with the record of the row's tint; null if the row is closed for tints. */
  private readonly pages: (Page | null)[] = []
  private readonly slots: number[] = []
  /**
   * The page's `layouts` count when the row was opened. After another layout the records may be at other slots or
   * pages.
   */
  private readonly layouts: number[] = []
  /** Run of the row's label; null if the row is closed for texts. */
  private readonly runs: (Run | null)[] = []
  private readonly labelStyles: (LabelStyle | null)[] = []
  private places = new Float64Array(64 * numbersPerLabel)
  /** Values written but not yet fetched by the component. */
  private readonly newest: (string | null)[] = []

  constructor(painter: Painter) {
    this.painter = painter
  }

  /** Adds a closed row. It is kept as long as the stage exists, because its holder may outlive the component. */
  add(id: Id): number {
    this.pages.push(null)
    this.slots.push(0)
    this.layouts.push(0)
    this.runs.push(null)
    this.labelStyles.push(null)
    this.newest.push(null)
    return this.ids.push(id) - 1
  }

  getId(row: number): Id {
    return this.ids[row] ?? ''
  }

  /** Opens a row for tints after the run's only primitive was tinted. */
  openTint(row: number, run: Run): void {
    this.pages[row] = run.page
    this.slots[row] = run.start
    this.layouts[row] = run.page.layouts
  }

  /** Opens a row for texts after the run's label was painted. Call it before anything else is painted. */
  openLabel(row: number, run: Run): void {
    while (this.places.length < (row + 1) * numbersPerLabel) {
      const larger = new Float64Array(this.places.length * 2)
      larger.set(this.places)
      this.places = larger
    }
    this.labelStyles[row] = this.painter.saveLabel(this.places, row * numbersPerLabel)
    this.runs[row] = run
  }

  close(row: number): void {
    this.pages[row] = null
    this.runs[row] = null
  }

  closeAll(): void {
    this.pages.fill(null)
    this.runs.fill(null)
  }

  /** Writes a colour or text to the row's records. Returns false if the row is closed or the colour is not plain. */
  write(row: number, value: string): boolean {
    const page = this.pages[row]
    if (page) {
      if (page.layouts !== this.layouts[row] || !isPlainColor(value)) return false
      page.tint(this.slots[row] ?? 0, packColor(value))
    } else {
      const [run, label] = [this.runs[row], this.labelStyles[row]]
      if (!run || !label) return false
      this.painter.writeLabel(run, value, label, this.places, row * numbersPerLabel)
    }
    this.newest[row] = value
    return true
  }

  /** Returns the value written since the last call, or null. */
  take(row: number): string | null {
    const newest = this.newest[row] ?? null
    this.newest[row] = null
    return newest
  }
}
