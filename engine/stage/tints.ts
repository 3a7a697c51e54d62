import type { Id } from '../document/index.ts'
import type { Page, Pages, Run } from '../paint/pages.ts'
import { isPlainColor, packColor } from '../paint/record.ts'

/**
 * The straight way of live values that are nothing but a new colour of a component's tint: by row, whose record it is and
 * the newest colour. A row is open from a tint that went the long way until the component is painted anew or pages are laid
 * out again. All of it lies in columns: the components themselves, scattered in memory, are not touched.
 */
export class Tints {
  private readonly pages: Pages
  private readonly ids: Id[] = []
  /** The page that has the row's record; null: the row is closed. */
  private readonly pageOf: (Page | null)[] = []
  private readonly slots: number[] = []
  /** What was written and its component does not know yet. */
  private readonly newest: (string | null)[] = []
  private layouts = 0

  constructor(pages: Pages) {
    this.pages = pages
  }

  /** A closed row, kept for the stage's life: who holds it may outlive the component. */
  add(id: Id): number {
    this.pageOf.push(null)
    this.slots.push(0)
    this.newest.push(null)
    return this.ids.push(id) - 1
  }

  idOf(row: number): Id {
    return this.ids[row] ?? ''
  }

  /** The run's only primitive took a tint: the next may go straight. */
  open(row: number, run: Run): void {
    this.forgetMoved()
    this.pageOf[row] = run.page
    this.slots[row] = run.start
  }

  close(row: number): void {
    this.pageOf[row] = null
  }

  /** Writes a colour into the row's record; false: the row is closed, or it is no plain colour. */
  write(row: number, color: string): boolean {
    this.forgetMoved()
    const page = this.pageOf[row]
    if (!page || !isPlainColor(color)) return false
    page.tint(this.slots[row] ?? 0, packColor(color))
    this.newest[row] = color
    return true
  }

  /** What was written since it was last asked; null: nothing. */
  take(row: number): string | null {
    const newest = this.newest[row] ?? null
    this.newest[row] = null
    return newest
  }

  /** Records that were laid out anew have other slots, maybe on other pages. */
  private forgetMoved(): void {
    if (this.layouts === this.pages.layouts) return
    this.layouts = this.pages.layouts
    this.pageOf.fill(null)
  }
}
