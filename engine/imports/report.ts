import type { Words } from '../schema/index.ts'
import { findingWords } from './words.ts'

export type FindingCode = keyof typeof findingWords

/** One thing of the file that came over otherwise than it was, or not at all. */
export interface Finding {
  /** Where in the file: `pens.3.events.0`, `rect#pump:12` (its line). */
  readonly path: string
  /** What it is called there. */
  readonly what: string
  readonly code: FindingCode
  /** `changed`: it is in the drawing, not quite the same; `lost`: it is not. */
  readonly outcome: 'changed' | 'lost'
  readonly why: Words
}

/** How many things of a kind became components of a type, and where the first of them stands. */
export interface Mapping {
  readonly what: string
  readonly type: string
  readonly count: number
  readonly path: string
}

/** A foreign name and the tag it became: what whoever connects the plant has to rename. */
export interface TagMapping {
  readonly name: string
  readonly tag: string
  readonly count: number
}

export type Source = 'meta2d' | 'fuxa' | 'svg' | 'mimic'

/** What became of a file, bounded however large it was. */
export interface Report {
  readonly source: Source
  readonly mapped: readonly Mapping[]
  readonly findings: readonly Finding[]
  /** How many more findings there were. */
  readonly leftOut: number
  readonly tags: readonly TagMapping[]
}

const findingLimit = 500
const kindLimit = 200
const tagLimit = 2000
const nameLimit = 120

/** Gathers a report while a file is read. */
export class ReportBook {
  private readonly mapped = new Map<string, { what: string; type: string; count: number; path: string }>()
  private readonly findings: Finding[] = []
  private readonly tags = new Map<string, { name: string; tag: string; count: number }>()
  private readonly once = new Set<string>()
  private leftOut = 0

  map(path: string, what: string, type: string): void {
    const key = `${what}\n${type}`
    const known = this.mapped.get(key)
    if (known) known.count++
    else if (this.mapped.size < kindLimit) this.mapped.set(key, { what: short(what), type, count: 1, path: short(path) })
  }

  lose(path: string, what: string, code: FindingCode): void {
    this.add(path, what, code, 'lost')
  }

  change(path: string, what: string, code: FindingCode): void {
    this.add(path, what, code, 'changed')
  }

  /** Said once a file, however often it is met. */
  loseOnce(path: string, what: string, code: FindingCode): void {
    const key = `${code}\n${what}`
    if (this.once.has(key)) return
    if (this.once.size < findingLimit) this.once.add(key)
    this.lose(path, what, code)
  }

  tag(name: string, tag: string): void {
    const known = this.tags.get(name)
    if (known) known.count++
    else if (this.tags.size < tagLimit) this.tags.set(name, { name: short(name), tag, count: 1 })
  }

  close(source: Source): Report {
    return { source, mapped: [...this.mapped.values()], findings: this.findings, leftOut: this.leftOut, tags: [...this.tags.values()] }
  }

  private add(path: string, what: string, code: FindingCode, outcome: Finding['outcome']): void {
    if (this.findings.length >= findingLimit) this.leftOut++
    else this.findings.push({ path: short(path), what: short(what), code, outcome, why: findingWords[code] })
  }
}

const short = (text: string): string => (text.length > nameLimit ? `${text.slice(0, nameLimit - 1)}…` : text)
