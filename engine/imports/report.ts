import type { Words } from '../schema/index.ts'
import { findingWords } from './words.ts'

/** Code of an import finding, with an explanation in `findingWords`. */
export type FindingCode = keyof typeof findingWords

/** An element that was changed or lost during the import. */
export interface Finding {
  /** Position in the file: `pens.3.events.0`, or `rect#pump:12` with the line. */
  readonly path: string
  /** Name of the element in the file. */
  readonly what: string
  readonly code: FindingCode
  /** `changed`: in the drawing with differences; `lost`: not in the drawing. */
  readonly outcome: 'changed' | 'lost'
  readonly why: Words
}

/** Number of elements of a kind converted to a component type, with the position of the first. */
export interface Mapping {
  readonly what: string
  readonly type: string
  readonly count: number
  readonly path: string
}

/** A name in the source file and its tag, which may have to be renamed when the plant is connected. */
export interface TagMapping {
  readonly name: string
  readonly tag: string
  readonly count: number
}

/** File format of an import. */
export type Source = 'meta2d' | 'fuxa' | 'svg' | 'mimic'

/** Result of an import. Its size is limited for files of any size. */
export interface Report {
  readonly source: Source
  readonly mapped: readonly Mapping[]
  readonly findings: readonly Finding[]
  /** Number of further findings beyond the limit. */
  readonly leftOut: number
  readonly tags: readonly TagMapping[]
}

const findingLimit = 500
const kindLimit = 200
const tagLimit = 2000
const nameLimit = 120

/** Collects the report during an import. */
export class ReportBook {
  private readonly mapped = new Map<string, { what: string; type: string; count: number; path: string }>()
  private readonly findings: Finding[] = []
  private readonly tags = new Map<string, { name: string; tag: string; count: number }>()
  private readonly once = new Set<string>()
  private leftOut = 0

  map(path: string, sourceName: string, type: string): void {
    const key = `${sourceName}\n${type}`
    const existing = this.mapped.get(key)
    if (existing) existing.count++
    else if (this.mapped.size < kindLimit)
      this.mapped.set(key, { what: short(sourceName), type, count: 1, path: short(path) })
  }

  lose(path: string, sourceName: string, code: FindingCode): void {
    this.add(path, sourceName, code, 'lost')
  }

  change(path: string, sourceName: string, code: FindingCode): void {
    this.add(path, sourceName, code, 'changed')
  }

  /** Reports a loss once per file. */
  loseOnce(path: string, sourceName: string, code: FindingCode): void {
    const key = `${code}\n${sourceName}`
    if (this.once.has(key)) return
    if (this.once.size < findingLimit) this.once.add(key)
    this.lose(path, sourceName, code)
  }

  tag(name: string, tag: string): void {
    const existing = this.tags.get(name)
    if (existing) existing.count++
    else if (this.tags.size < tagLimit) this.tags.set(name, { name: short(name), tag, count: 1 })
  }

  close(source: Source): Report {
    return {
      source,
      mapped: [...this.mapped.values()],
      findings: this.findings,
      leftOut: this.leftOut,
      tags: [...this.tags.values()],
    }
  }

  private add(path: string, sourceName: string, code: FindingCode, outcome: Finding['outcome']): void {
    if (this.findings.length >= findingLimit) this.leftOut++
    else this.findings.push({ path: short(path), what: short(sourceName), code, outcome, why: findingWords[code] })
  }
}

const short = (text: string): string => (text.length > nameLimit ? `${text.slice(0, nameLimit - 1)}…` : text)
