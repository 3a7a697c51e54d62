import type { StoredFile } from '../../contract/entity/field.ts'
import type { Words } from '../../contract/entity/field.ts'
import { extensionOf } from '../../contract/files/purposes.ts'

/** What files are taken; the numbers of a field, or of section 5 of the specification. */
export interface UploadRules {
  /** Small letters, without the dot. */
  readonly extensions: readonly string[]
  readonly maxBytes: number
  readonly max: number
  readonly pictures: boolean
}

export interface Uploading {
  readonly key: number
  readonly file: File
  /** From 0 to 1. */
  readonly share: number
}

export interface UploadParts {
  readonly rules: UploadRules
  /** The files that are there already. */
  readonly present: () => readonly StoredFile[]
  readonly upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<StoredFile>
  /** A file is not taken: its words. */
  readonly onRefused: (words: Words) => void
  /** All that were accepted have ended, and these are the files now. */
  readonly onChange: (files: readonly StoredFile[]) => void
  /** What is on its way is other than before. */
  readonly onUploading: (uploading: readonly Uploading[]) => void
}

/**
 * Files on their way (specification, sections 4 and 5): each accepted one raises the counter; when all have succeeded the list is
 * merged and one change is told. One that fails leaves the list, and the others are not kept waiting for it.
 */
export class UploadList {
  readonly #parts: UploadParts
  readonly #running = new AbortController()
  /** What ends a single upload, by its key. */
  readonly #own = new Map<number, AbortController>()
  #uploading: readonly Uploading[] = []
  #arrived: readonly (readonly [key: number, file: StoredFile])[] = []
  #count = 0
  #lastKey = 0

  constructor(parts: UploadParts) {
    this.#parts = parts
  }

  /** How many accepted files have not been merged yet. */
  get count(): number {
    return this.#count
  }

  /** Takes in those of the files that the rules allow; what is wrong with the others is said once each. */
  add(files: readonly File[]): void {
    const { rules, present, onRefused } = this.#parts
    const accepted: File[] = []
    for (const file of files) {
      const words = faultOf(file, rules, present().length + this.#count + accepted.length)
      if (words) onRefused(words)
      else accepted.push(file)
      if (words === countWords(rules)) break
    }
    for (const file of accepted) void this.#send(file)
  }

  /** The person ends an upload early, or all of them (specification, section 8): the others are not kept waiting for it. */
  end(...keys: readonly number[]): void {
    for (const key of keys) {
      this.#own.get(key)?.abort()
      this.#leave(key)
    }
    this.#mergeWhole()
  }

  /** The control is gone: nothing more is sent or told. */
  dispose(): void {
    this.#running.abort()
  }

  async #send(file: File): Promise<void> {
    const key = ++this.#lastKey
    const own = new AbortController()
    this.#own.set(key, own)
    this.#count++
    this.#show([...this.#uploading, { key, file, share: 0 }])
    try {
      const stored = await this.#parts.upload(file, (share) => this.#show(this.#uploading.map((each) => (each.key === key ? { ...each, share } : each))), AbortSignal.any([this.#running.signal, own.signal]))
      if (own.signal.aborted) return // it left the list then
      this.#arrived = [...this.#arrived, [key, stored]]
    } catch {
      // The person has been told by whoever sent it; here the file leaves the list.
      this.#leave(key)
    }
    this.#mergeWhole()
  }

  #leave(key: number): void {
    if (!this.#own.delete(key)) return
    this.#count--
    this.#arrived = this.#arrived.filter(([arrived]) => arrived !== key)
    this.#show(this.#uploading.filter((each) => each.key !== key))
  }

  #mergeWhole(): void {
    if (!this.#running.signal.aborted && this.#arrived.length === this.#count && this.#count > 0) this.#merge()
  }

  #merge(): void {
    const files = this.#arrived.toSorted(([one], [other]) => one - other).map(([, file]) => file)
    this.#arrived = []
    this.#count = 0
    this.#own.clear()
    this.#show([])
    this.#parts.onChange([...this.#parts.present(), ...files])
  }

  #show(uploading: readonly Uploading[]): void {
    this.#uploading = uploading
    if (!this.#running.signal.aborted) this.#parts.onUploading(uploading)
  }
}

/** What is wrong with a file before it is sent: type, then size, then count. */
function faultOf({ name, size }: File, rules: UploadRules, present: number): Words | null {
  if (present >= rules.max) return countWords(rules)
  const list = rules.extensions.join(', ')
  if (!rules.extensions.includes(extensionOf(name))) {
    return rules.pictures
      ? { en: `Wrong picture format, please upload a picture of type ${list}`, zh: `图片格式不正确，请上传 ${list} 格式的图片` }
      : { en: `Wrong file format, please upload a file of type ${list}`, zh: `文件格式不正确，请上传 ${list} 格式的文件` }
  }
  if (size === 0) return { en: 'The file is empty', zh: '文件为空' }
  if (size > rules.maxBytes) {
    const megabytes = Math.round((rules.maxBytes / 1024 / 1024) * 10) / 10
    return rules.pictures
      ? { en: `The picture must not be larger than ${megabytes} MB`, zh: `上传图片大小不能超过 ${megabytes} MB` }
      : { en: `The file must not be larger than ${megabytes} MB`, zh: `上传文件大小不能超过 ${megabytes} MB` }
  }
  return null
}

const counted = new Map<string, Words>()

/** One object for one number, so that it is said once for any number of files too many. */
function countWords({ max, pictures }: UploadRules): Words {
  const key = `${max}${pictures}`
  const words = counted.get(key) ?? (pictures
    ? { en: `No more than ${max} pictures can be uploaded`, zh: `上传图片数量不能超过 ${max} 张` }
    : { en: `No more than ${max} files can be uploaded`, zh: `上传文件数量不能超过 ${max} 个` })
  counted.set(key, words)
  return words
}
