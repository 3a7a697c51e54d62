import { primitivesPerRow } from './shader.ts'
import { kind, wordsPerPrimitive } from '../brush/primitiveLayout.ts'

export const primitivesPerPage = 4096
/**
 * Maximum number of primitives of one component, because every GPU supports textures of 2048 rows. Further primitives
 * are not painted.
 */
export const maxPrimitives = 2048 * primitivesPerRow
/** Primitives per block, the unit of change tracking: small enough for scattered changes, large enough for many. */
const primitivesPerBlock = 16
const blocksPerRow = primitivesPerRow / primitivesPerBlock
/**
 * If more than this share of blocks has changed, one upload of all rows from the first to the last change is faster
 * than one per block.
 */
const sparseShare = 1 / 8

/** Slots of one component in a page: `count` used of `capacity`, from `start`. */
export interface Run {
  page: Page
  start: number
  count: number
  capacity: number
  /** Whether the simple program can paint it. */
  isSimple: boolean
  /** Whether it contains pictures, each of which is painted as a separate segment. */
  hasImage: boolean
  isRemoved: boolean
  /** Records that did not fit; the page is laid out again before its next upload. */
  pending: Uint32Array | null
}

/** Slots [from, to) painted by one program. */
export interface Segment {
  readonly from: number
  readonly to: number
  readonly isSimple: boolean
  /** Slot of the picture to paint; -1 if the segment is not a picture. */
  readonly image: number
}

/** Receives a changed part of a page: `count` records from `first`, within one row or as whole rows. */
export type VisitDirty = (first: number, count: number) => void

/**
 * Records in painter's order, with tracking of changed blocks. A page holds `primitivesPerPage` records, or more if a
 * single component needs more.
 */
export class Page {
  /** Rows of the page's texture. */
  readonly rows: number
  readonly capacity: number
  readonly words: Uint32Array
  readonly floats: Float32Array
  runs: Run[] = []
  /** Slots in use, including gaps. */
  used = 0
  /** Runs that are not removed. */
  live = 0
  /** Whether the page must be laid out again, because of pending runs or gaps. */
  isLoose = false
  /** How often the page has been laid out. */
  layouts = 0
  private readonly dirty: Uint8Array
  private dirtyBlocks: number
  private segments: readonly Segment[] | null = null
  /** The page's GPU texture, managed by the renderer. */
  texture: WebGLTexture | null = null

  constructor(room = primitivesPerPage) {
    this.rows = Math.ceil(Math.max(room, primitivesPerPage) / primitivesPerRow)
    this.capacity = this.rows * primitivesPerRow
    this.words = new Uint32Array(this.capacity * wordsPerPrimitive)
    this.floats = new Float32Array(this.words.buffer)
    this.dirty = new Uint8Array(this.rows * blocksPerRow).fill(1)
    this.dirtyBlocks = this.dirty.length
  }

  touch(start: number, count: number): void {
    const last = Math.floor((start + Math.max(1, count) - 1) / primitivesPerBlock)
    for (let block = Math.floor(start / primitivesPerBlock); block <= last; block++) {
      if (this.dirty[block] === 1) continue
      this.dirty[block] = 1
      this.dirtyBlocks += 1
    }
  }

  touchAll(): void {
    this.dirty.fill(1)
    this.dirtyBlocks = this.dirty.length
  }

  /** Changes the fill of one primitive. */
  tint(slot: number, color: number): void {
    this.words[slot * wordsPerPrimitive + 4] = color
    const block = Math.floor(slot / primitivesPerBlock)
    if (this.dirty[block] === 1) return
    this.dirty[block] = 1
    this.dirtyBlocks += 1
  }

  /**
   * Calls `visit` with the changed parts and marks them as uploaded: the changed blocks of each row, or all rows in
   * between if there are many.
   */
  takeDirty(visit: VisitDirty): void {
    if (this.dirtyBlocks === 0) return
    if (this.dirtyBlocks > this.dirty.length * sparseShare) {
      const first = Math.floor(this.dirty.indexOf(1) / blocksPerRow)
      const last = Math.floor(this.dirty.lastIndexOf(1) / blocksPerRow)
      visit(first * primitivesPerRow, (last - first + 1) * primitivesPerRow)
    } else {
      for (let block = this.dirty.indexOf(1); block >= 0; block = this.dirty.indexOf(1, block)) {
        const first = block
        do block++
        while (block % blocksPerRow !== 0 && this.dirty[block] === 1)
        visit(first * primitivesPerBlock, (block - first) * primitivesPerBlock)
      }
    }
    this.dirty.fill(0)
    this.dirtyBlocks = 0
  }

  /** Returns the segments of the page in painter's order. */
  programs(): readonly Segment[] {
    this.segments ??= assignSegments(this)
    return this.segments
  }

  programsChanged(): void {
    this.segments = null
  }
}

const maxSegments = 96

/**
 * Assigns slots to programs, in painter's order. With more than `maxSegments` segments, the whole program paints
 * everything except the pictures.
 */
function assignSegments(page: Page): readonly Segment[] {
  const few = splitSegments(page, false)
  return few.length > maxSegments ? splitSegments(page, true) : few
}

function splitSegments({ runs, used, words, floats }: Page, isAllWhole: boolean): readonly Segment[] {
  const segments: Segment[] = []
  let from = 0
  let isSimple = !isAllWhole
  const end = (to: number) => {
    if (to > from) segments.push({ from, to, isSimple, image: -1 })
    from = to
  }
  for (const run of runs) {
    if (run.count === 0) continue
    if (run.isSimple !== isSimple && !isAllWhole) {
      end(run.start)
      isSimple = run.isSimple
    }
    if (!run.hasImage) continue
    for (let slot = run.start; slot < run.start + run.count; slot++) {
      if ((words[slot * wordsPerPrimitive + 7] & 255) !== kind.image) continue
      end(slot)
      segments.push({ from: slot, to: slot + 1, isSimple: false, image: floats[slot * wordsPerPrimitive + 11] })
      from = slot + 1
    }
  }
  end(used)
  return segments
}

/**
 * All primitives of a drawing in painter's order, stored in pages. A run that has outgrown its slots stays pending
 * until `settle`, which lays out each affected page once. A full page is split; other pages stay unchanged.
 */
export class Pages {
  readonly list: Page[] = []
  /** Unused pages; the renderer frees their textures. */
  readonly dropped: Page[] = []
  private readonly loose = new Set<Page>()
  private lastInserted: { run: Run; at: number } | null = null

  /** Inserts a run after another one, first (null) or last (undefined). */
  insert(after: Run | null | undefined): Run {
    if (after === undefined || (after && after === this.list.at(-1)?.runs.at(-1)))
      return this.place(this.lastPage(), undefined)
    const page = after ? after.page : this.firstPage()
    const cached = this.lastInserted
    const at = !after
      ? 0
      : cached?.run === after && page.runs[cached.at] === after
        ? cached.at + 1
        : page.runs.indexOf(after) + 1
    const run = this.place(page, at)
    this.lastInserted = { run, at }
    return run
  }

  /** Copies `many` records into a run. */
  write(run: Run, records: Uint32Array, many: number, isSimple: boolean, hasImage = false): void {
    const { page } = run
    const count = many < maxPrimitives ? many : maxPrimitives
    if (run.isSimple !== isSimple || run.count === 0 || run.hasImage || hasImage) {
      run.isSimple = isSimple
      run.hasImage = hasImage
      page.programsChanged()
    }
    // A component that has become much smaller gives its large page back. Small changes are ignored, because a new
    // layout copies all records.
    const isTooRoomy = run.capacity > primitivesPerPage && count < run.capacity / 4
    if (run.pending || count > run.capacity || isTooRoomy) {
      const fitsAtEnd =
        run.capacity === 0 && page.runs.at(-1) === run && !page.isLoose && page.used + roomFor(count) <= page.capacity
      if (!fitsAtEnd) {
        run.pending = records.slice(0, count * wordsPerPrimitive)
        run.count = count
        this.loosen(page)
        return
      }
      run.start = page.used
      run.capacity = roomFor(count)
      page.used += run.capacity
    }
    const offset = run.start * wordsPerPrimitive
    for (let i = 0, n = count * wordsPerPrimitive; i < n; i++) page.words[offset + i] = records[i]
    if (run.count > count)
      page.words.fill(0, offset + count * wordsPerPrimitive, offset + run.count * wordsPerPrimitive)
    page.touch(run.start, Math.max(count, run.count))
    run.count = count
  }

  /**
   * Changes the fill of a component that consists of one primitive of the simple program. Returns false if the
   * component must be repainted.
   */
  tint(run: Run, color: number): boolean {
    if (run.count !== 1 || !run.isSimple || run.pending) return false
    run.page.tint(run.start, color)
    return true
  }

  /** Moves the primitives of a component without repainting. */
  shift(run: Run, dx: number, dy: number): void {
    if (run.pending) this.settle()
    const { floats } = run.page
    for (let i = run.start * wordsPerPrimitive, n = i + run.count * wordsPerPrimitive; i < n; i += wordsPerPrimitive) {
      floats[i] += dx
      floats[i + 1] += dy
    }
    run.page.touch(run.start, run.count)
  }

  /** Frees the slots; the gap is closed by the next layout of the page. */
  remove(run: Run): void {
    if (run.isRemoved) return
    run.isRemoved = true
    const { page } = run
    page.words.fill(0, run.start * wordsPerPrimitive, (run.start + run.capacity) * wordsPerPrimitive)
    page.touch(run.start, run.capacity)
    page.live -= 1
    run.count = 0
    if (page.live > 0) this.loosen(page)
    else this.drop(page)
  }

  /** Lays out all pages with pending runs or gaps. Call it before reading the pages. */
  settle(): void {
    for (const page of this.loose) this.layOut(page)
    this.loose.clear()
  }

  clear(): void {
    for (const page of this.list) page.layouts++
    this.loose.clear()
    this.lastInserted = null
    this.dropped.push(...this.list.splice(0))
  }

  private place(page: Page, at: number | undefined): Run {
    const run: Run = {
      page,
      start: 0,
      count: 0,
      capacity: 0,
      isSimple: true,
      hasImage: false,
      isRemoved: false,
      pending: null,
    }
    if (at === undefined) page.runs.push(run)
    else page.runs.splice(at, 0, run)
    page.live += 1
    return run
  }

  private firstPage(): Page {
    return this.list[0] ?? this.lastPage()
  }

  private lastPage(): Page {
    const last = this.list.at(-1)
    if (last && last.used < last.capacity - pageReserve) return last
    const page = new Page()
    this.list.push(page)
    return page
  }

  private loosen(page: Page): void {
    page.isLoose = true
    this.loose.add(page)
  }

  private drop(page: Page): void {
    this.loose.delete(page)
    const at = this.list.indexOf(page)
    if (at >= 0) this.dropped.push(...this.list.splice(at, 1))
  }

  /** Packs the runs of a page again. Runs that do not fit move to new pages after it. */
  private layOut(page: Page): void {
    page.layouts++
    const runs = page.runs.filter((run) => !run.isRemoved)
    const parts = splitRuns(runs, page.capacity)
    const before = page.words.slice()
    const rooms = parts.map(sumRunSizes)
    // A page enlarged for one component is replaced when that component becomes smaller.
    const isReused = rooms[0] <= page.capacity && (page.capacity === primitivesPerPage || rooms[0] > primitivesPerPage)
    if (isReused) page.words.fill(0)
    else this.dropped.push(page)
    const pages = rooms.map((room, i) => (i === 0 && isReused ? page : new Page(room)))
    this.list.splice(this.list.indexOf(page), 1, ...pages)
    parts.forEach((part, i) => fillPage(pages[i], part, before))
  }
}

/** Slots kept free at the end of a page for growing components. */
const pageReserve = 96

/**
 * Returns the capacity for `count` primitives: one slot for one primitive, otherwise with spare slots, for example for
 * more digits.
 */
function roomFor(count: number): number {
  return count <= 1
    ? 1
    : Math.min(count > primitivesPerPage ? maxPrimitives : primitivesPerPage, count + Math.max(1, count >> 2))
}

function getRunSize(run: Run): number {
  return run.pending ? roomFor(run.count) : run.capacity
}

function sumRunSizes(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + getRunSize(run), 0)
}

function fillPage(page: Page, runs: Run[], before: Uint32Array): void {
  page.runs = runs
  page.live = runs.length
  page.used = 0
  page.isLoose = false
  page.programsChanged()
  for (const run of runs) {
    const from = run.start * wordsPerPrimitive
    page.words.set(
      run.pending ?? before.subarray(from, from + run.count * wordsPerPrimitive),
      page.used * wordsPerPrimitive,
    )
    if (run.pending) run.capacity = roomFor(run.count)
    run.pending = null
    run.page = page
    run.start = page.used
    page.used += run.capacity
  }
  page.touchAll()
}

/**
 * Splits runs that do not fit into parts that leave free space on a page. A run too large for a normal page becomes a
 * part of one run.
 */
function splitRuns(runs: Run[], capacity: number): Run[][] {
  if (sumRunSizes(runs) <= capacity) return [runs]
  const parts: Run[][] = []
  let part: Run[] = []
  let size = 0
  for (const run of runs) {
    if (part.length > 0 && size + getRunSize(run) > primitivesPerPage * 0.75) {
      parts.push(part)
      part = []
      size = 0
    }
    part.push(run)
    size += getRunSize(run)
  }
  parts.push(part)
  return parts
}
