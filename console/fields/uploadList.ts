import type { StoredFile } from '../../contract/entity/field.ts'
import type { Words } from '../../contract/entity/field.ts'
import { getExtension } from '../../contract/files/purposes.ts'

/** Accepted files, from the field or from section 5 of the specification. */
export interface UploadRules {
  /** Lower case, without the dot. */
  readonly extensions: readonly string[]
  readonly maxBytes: number
  readonly max: number
  readonly pictures: boolean
}

export interface Uploading {
  readonly key: number
  readonly file: File
  /** Progress from 0 to 1. */
  readonly share: number
}

export interface UploadOptions {
  readonly rules: UploadRules
  /** Files already present. */
  readonly present: () => readonly StoredFile[]
  readonly upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<StoredFile>
  /** Called with a message for each rejected file. */
  readonly onRefused: (words: Words) => void
  /** Called with the new list after all accepted uploads have ended. */
  readonly onChange: (files: readonly StoredFile[]) => void
  /** Called when the running uploads change. */
  readonly onUploading: (uploading: readonly Uploading[]) => void
}

/**
 * Running uploads (specification, sections 4 and 5). Each accepted file is counted; when all have finished, the list is
 * merged and reported once. A failed upload is removed and does not delay the others.
 */
export class UploadList {
  readonly #options: UploadOptions
  readonly #running = new AbortController()
  /** Controllers to abort single uploads, by key. */
  readonly #own = new Map<number, AbortController>()
  #uploading: readonly Uploading[] = []
  #arrived: readonly (readonly [key: number, file: StoredFile])[] = []
  #count = 0
  #lastKey = 0

  constructor(options: UploadOptions) {
    this.#options = options
  }

  /** Number of accepted files not merged yet. */
  get count(): number {
    return this.#count
  }

  /** Starts the uploads of accepted files. Reports each rejected file; surplus files are reported once. */
  add(files: readonly File[]): void {
    const { rules, present, onRefused } = this.#options
    const accepted: File[] = []
    for (const file of files) {
      const words = findFault(file, rules, present().length + this.#count + accepted.length)
      if (words) onRefused(words)
      else accepted.push(file)
      if (words === tooManyText(rules)) break
    }
    for (const file of accepted) void this.#send(file)
  }

  /** Cancels uploads (specification, section 8) without delaying the others. */
  end(...keys: readonly number[]): void {
    for (const key of keys) {
      this.#own.get(key)?.abort()
      this.#leave(key)
    }
    this.#mergeWhole()
  }

  /** Aborts all uploads without further notifications. */
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
      const stored = await this.#options.upload(
        file,
        (share) => this.#show(this.#uploading.map((each) => (each.key === key ? { ...each, share } : each))),
        AbortSignal.any([this.#running.signal, own.signal]),
      )
      if (own.signal.aborted) return // Already removed from the list.
      this.#arrived = [...this.#arrived, [key, stored]]
    } catch {
      // The upload function has already reported the failure.
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
    this.#options.onChange([...this.#options.present(), ...files])
  }

  #show(uploading: readonly Uploading[]): void {
    this.#uploading = uploading
    if (!this.#running.signal.aborted) this.#options.onUploading(uploading)
  }
}

/** Checks a file before the upload: count, type, then size. */
function findFault({ name, size }: File, rules: UploadRules, present: number): Words | null {
  if (present >= rules.max) return tooManyText(rules)
  const list = rules.extensions.join(', ')
  if (!rules.extensions.includes(getExtension(name))) {
    return rules.pictures
      ? {
          en: `Wrong picture format, please upload a picture of type ${list}`,
          zh: `图片格式不正确，请上传 ${list} 格式的图片`,
        }
      : {
          en: `Wrong file format, please upload a file of type ${list}`,
          zh: `文件格式不正确，请上传 ${list} 格式的文件`,
        }
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

/** Returns the same object for the same limit, so that surplus files can be recognised and reported once. */
function tooManyText({ max, pictures }: UploadRules): Words {
  const key = `${max}${pictures}`
  const words =
    counted.get(key) ??
    (pictures
      ? { en: `No more than ${max} pictures can be uploaded`, zh: `上传图片数量不能超过 ${max} 张` }
      : { en: `No more than ${max} files can be uploaded`, zh: `上传文件数量不能超过 ${max} 个` })
  counted.set(key, words)
  return words
}
