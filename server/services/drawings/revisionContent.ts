import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { hashOf } from './hash.ts'
import { applyDelta, changedLines, diffLines, linesOf, textOf } from './lineDelta.ts'
import type { LineDelta } from './lineDelta.ts'

const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

/** `plain`: text that the database compresses, of drawings older than this table. `full`: compressed text. `delta`: compressed steps from the revision before. */
export type RevisionForm = 'plain' | 'full' | 'delta'

/** At most so many deltas are applied to read a revision. */
export const longestChain = 200
/** A delta larger than this share of its full copy saves too little. */
const deltaShare = 0.5
/** So many times the size of its full copy the deltas of a chain may have together: to read a revision is to read them all. */
const chainShare = 4

/** The chain of deltas that a revision continues. */
export interface Chain {
  /** Number of the full copy that the chain begins with. */
  readonly base: number
  /** Bytes of the full copy, and of the deltas since. */
  readonly fullBytes: number
  readonly chainBytes: number
  /** The text of the newest revision of the chain. */
  readonly text: string
}

export interface PackedRevision {
  readonly form: Exclude<RevisionForm, 'plain'>
  readonly content: Uint8Array
  readonly base: number
  readonly chainBytes: number
  /** Uploaded files that this revision names and the one before did not. */
  readonly files: readonly string[]
}

/** How a revision is stored: as the delta to the one before, or as a full copy where there is none, the chain is long or the delta saves little. */
export async function packRevision({ revision, text, chain }: { readonly revision: number; readonly text: string; readonly chain?: Chain | undefined }): Promise<PackedRevision> {
  return await packDelta(revision, text, chain) ?? { form: 'full', content: await compress(text), base: revision, chainBytes: 0, files: filesIn([text]) }
}

async function packDelta(revision: number, text: string, chain: Chain | undefined): Promise<PackedRevision | undefined> {
  if (!chain || revision - chain.base > longestChain) return undefined
  const before = linesOf(chain.text)
  const after = linesOf(text)
  const delta = diffLines(before, after)
  // A fault of the algorithm must cost space and no drawing.
  if (textOf(applyDelta(before, delta)) !== text) return undefined
  const content = await compress(JSON.stringify(delta))
  if (content.length > chain.fullBytes * deltaShare || chain.chainBytes + content.length > chain.fullBytes * chainShare) return undefined
  return { form: 'delta', content, base: chain.base, chainBytes: chain.chainBytes + content.length, files: filesIn(changedLines(before, delta)) }
}

/** The text of the newest of these revisions, a full copy and all deltas from there on, in order; with its hash. */
export async function unpackRevision(chain: readonly StoredContent[]): Promise<{ readonly text: string; readonly hash: string }> {
  const text = await unpack(chain)
  return { text, hash: hashOf(text) }
}

export interface StoredContent {
  readonly form: RevisionForm
  readonly content: Uint8Array
}

async function unpack(chain: readonly StoredContent[]): Promise<string> {
  const contents = await Promise.all(chain.map(async ({ form, content }) => textIn(form === 'plain' ? content : await decompress(content))))
  const [first, ...deltas] = contents
  if (first === undefined || chain[0]?.form === 'delta' || chain.slice(1).some(({ form }) => form !== 'delta')) throw new Error('a stored revision has no full copy to begin with')
  if (deltas.length === 0) return first
  return textOf(deltas.reduce((lines, delta) => applyDelta(lines, parseDelta(delta)), linesOf(first)))
}

const textIn = (content: Uint8Array): string => Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8')

const parseDelta = (text: string): LineDelta => JSON.parse(text) as LineDelta

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Ids as uploaded files have them: a file that an old revision names is kept (`files/unclaimed.ts`). */
const filesIn = (texts: readonly string[]): string[] => [...new Set(texts.flatMap((text) => text.match(idPattern) ?? []))]
