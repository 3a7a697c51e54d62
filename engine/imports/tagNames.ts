import { tagPattern } from '../schema/index.ts'
import type { ReportBook } from './report.ts'

/** Maps names of the source file to tags. A name always gets the same tag. Generated tags are unique. */
export class TagNames {
  private readonly tagByName = new Map<string, string | undefined>()
  private readonly usedTags = new Set<string>()
  private readonly counts = new Map<string, number>()
  private readonly book: ReportBook
  private readonly resolveTag: ((name: string) => string | undefined) | undefined

  constructor(book: ReportBook, resolveTag?: (name: string) => string | undefined) {
    this.book = book
    this.resolveTag = resolveTag
  }

  /** Returns the tag for a name, or undefined, which is then reported for `path`. */
  of(name: string, path: string): string | undefined {
    if (!this.tagByName.has(name)) this.tagByName.set(name, this.createTag(name))
    const tag = this.tagByName.get(name)
    if (tag === undefined) this.book.lose(path, name, 'tag.refused')
    else this.book.tag(name, tag)
    return tag
  }

  private createTag(name: string): string | undefined {
    if (this.resolveTag) {
      const tag = this.resolveTag(name)
      return typeof tag === 'string' && tagPattern.test(tag) ? tag : undefined
    }
    const plain = name.trim()
    if (plain === '') return undefined
    const tag = tagPattern.test(plain) ? plain : this.free(slugify(plain))
    this.usedTags.add(tag)
    return tag
  }

  private free(tag: string): string {
    let count = this.counts.get(tag) ?? 1
    let free = tag
    for (; this.usedTags.has(free) && count < countLimit; free = `${tag}_${count}`) count++
    this.counts.set(tag, count)
    return free
  }
}

const project = 'imported'
const plainDevice = 'tags'
/** Largest number for which a point name has room. */
const countLimit = 99_999
/** Separator of device and point in names from FUXA. With it, other separators belong to the point. */
const ownSeparator = '^~^'
const separator = /[/.:#|\\]+/

function slugify(name: string): string {
  const plain = name.slice(0, 500)
  const parts = (plain.includes(ownSeparator) ? plain.split(ownSeparator, 2) : plain.split(separator)).filter(
    (part) => part.trim() !== '',
  )
  const point = toPointName(parts.at(-1) ?? name, name)
  const device = parts
    .slice(0, -1)
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
    .replace(/-+$/, '')
  return `${project}/${parts.length > 1 ? device || `d${hash(parts.slice(0, -1).join('/'))}` : plainDevice}/${point}`
}

/** Point name with Latin characters only. A name without any becomes a short hash; the report lists both. */
function toPointName(part: string, name: string): string {
  const plain = part
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 56)
  if (plain === '') return `n${hash(name)}`
  return /^[A-Za-z]/.test(plain) ? plain : `n${plain}`
}

/** FNV-1a hash: short and reproducible. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return (value >>> 0).toString(36)
}
