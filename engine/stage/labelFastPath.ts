import type { Id } from '../document/index.ts'
import type { LabelLook, Painter } from '../paint/painter.ts'
import type { Page, Run } from '../paint/primitivePages.ts'
import { isPlainColor, packColor } from '../paint/primitiveLayout.ts'

/** Numbers that say where a label is: its component's frame, and its box in it. */
const numbersPerLabel = 8

/**
 * The straight way of live values that are nothing but a new colour of a component's tint, or new words of its label: by row,
 * whose records they are and what they are drawn with. A row is open from a value that went the long way until the component is
 * painted anew; that of a tint until its page is laid out again, too. All of it lies in columns: the components themselves,
 * scattered in memory, are not touched, and hear of it when they are asked.
 */
export class LabelFastPath {
  private readonly painter: Painter
  private readonly ids: Id[] = []
  /** The page that has the record of the row's tint; null: that way is closed. */
  private readonly pageOf: (Page | null)[] = []
  private readonly slots: number[] = []
  /** How often that page had been laid out when the row was opened: laid out once more, its records have other slots, maybe on other pages. */
  private readonly layouts: number[] = []
  /** The run of the row's label; null: that way is closed. */
  private readonly runOf: (Run | null)[] = []
  private readonly looks: (LabelLook | null)[] = []
  private places = new Float64Array(64 * numbersPerLabel)
  /** What was written and its component does not know yet. */
  private readonly newest: (string | null)[] = []

  constructor(painter: Painter) {
    this.painter = painter
  }

  /** A closed row, kept for the stage's life: who holds it may outlive the component. */
  add(id: Id): number {
    this.pageOf.push(null)
    this.slots.push(0)
    this.layouts.push(0)
    this.runOf.push(null)
    this.looks.push(null)
    this.newest.push(null)
    return this.ids.push(id) - 1
  }

  idOf(row: number): Id {
    return this.ids[row] ?? ''
  }

  /** The run's only primitive took a tint: the next may go straight. */
  openTint(row: number, run: Run): void {
    this.pageOf[row] = run.page
    this.slots[row] = run.start
    this.layouts[row] = run.page.layouts
  }

  /** What was painted last is the run's label: its next words may go straight. */
  openLabel(row: number, run: Run): void {
    while (this.places.length < (row + 1) * numbersPerLabel) {
      const larger = new Float64Array(this.places.length * 2)
      larger.set(this.places)
      this.places = larger
    }
    this.looks[row] = this.painter.keepLabel(this.places, row * numbersPerLabel)
    this.runOf[row] = run
  }

  close(row: number): void {
    this.pageOf[row] = null
    this.runOf[row] = null
  }

  closeAll(): void {
    this.pageOf.fill(null)
    this.runOf.fill(null)
  }

  /** Writes a colour or words into the row's records; false: the row is closed, or it is no plain colour. */
  write(row: number, value: string): boolean {
    const page = this.pageOf[row]
    if (page) {
      if (page.layouts !== this.layouts[row] || !isPlainColor(value)) return false
      page.tint(this.slots[row] ?? 0, packColor(value))
    } else {
      const [run, look] = [this.runOf[row], this.looks[row]]
      if (!run || !look) return false
      this.painter.writeLabel(run, value, look, this.places, row * numbersPerLabel)
    }
    this.newest[row] = value
    return true
  }

  /** What was written since it was last asked; null: nothing. */
  take(row: number): string | null {
    const newest = this.newest[row] ?? null
    this.newest[row] = null
    return newest
  }
}
