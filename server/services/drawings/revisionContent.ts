import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { hashText } from './hash.ts'
import { applyDelta, changedLines, diffLines, splitLines, joinLines } from './lineDelta.ts'
import type { LineDelta } from './lineDelta.ts'

const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

/**
 * Storage form. `plain`: text compressed by the database, from before this table existed. `full`: compressed text.
 * `delta`: compressed delta to the previous revision.
 */
export type RevisionForm = 'plain' | 'full' | 'delta'

/** Maximum deltas applied to read a revision. */
export const maxChainLength = 200
/** Maximum size of a delta relative to the full copy. Larger deltas save too little. */
const maxDeltaShare = 0.5
/** Maximum total size of a chain's deltas relative to its full copy, because reading a revision reads all of them. */
const maxChainShare = 4

/** Delta chain continued by a revision. */
export interface Chain {
  /** Revision number of the full copy at the start of the chain. */
  readonly base: number
  /** Sizes in bytes of the full copy and of the deltas since. */
  readonly fullBytes: number
  readonly chainBytes: number
  /** Text of the newest revision in the chain. */
  readonly text: string
}

export interface PackedRevision {
  readonly form: Exclude<RevisionForm, 'plain'>
  readonly content: Uint8Array
  readonly base: number
  readonly chainBytes: number
  /** Uploaded files referenced by this revision but not by the previous one. */
  readonly files: readonly string[]
}

/**
 * Packs a revision as a delta to the previous one, or as a full copy if there is none, the chain is too long or the
 * delta too large.
 */
export async function packRevision({
  revision,
  text,
  chain,
}: {
  readonly revision: number
  readonly text: string
  readonly chain?: Chain | undefined
}): Promise<PackedRevision> {
  return (
    (await packDelta(revision, text, chain)) ?? {
      form: 'full',
      content: await compress(text),
      base: revision,
      chainBytes: 0,
      files: findFileIds([text]),
    }
  )
}

async function packDelta(
  revision: number,
  text: string,
  chain: Chain | undefined,
): Promise<PackedRevision | undefined> {
  if (!chain || revision - chain.base > maxChainLength) return undefined
  const before = splitLines(chain.text)
  const after = splitLines(text)
  const delta = diffLines(before, after)
  // Verify the delta: a bug in the algorithm may cost space, but never a drawing.
  if (joinLines(applyDelta(before, delta)) !== text) return undefined
  const content = await compress(JSON.stringify(delta))
  if (
    content.length > chain.fullBytes * maxDeltaShare ||
    chain.chainBytes + content.length > chain.fullBytes * maxChainShare
  )
    return undefined
  return {
    form: 'delta',
    content,
    base: chain.base,
    chainBytes: chain.chainBytes + content.length,
    files: findFileIds(changedLines(before, delta)),
  }
}

/** Returns the text and hash of the last of these revisions, given the full copy and all following deltas in order. */
export async function unpackRevision(
  chain: readonly StoredContent[],
): Promise<{ readonly text: string; readonly hash: string }> {
  const text = await unpack(chain)
  return { text, hash: hashText(text) }
}

export interface StoredContent {
  readonly form: RevisionForm
  readonly content: Uint8Array
}

async function unpack(chain: readonly StoredContent[]): Promise<string> {
  const contents = await Promise.all(
    chain.map(async ({ form, content }) => decodeText(form === 'plain' ? content : await decompress(content))),
  )
  const [first, ...deltas] = contents
  if (first === undefined || chain[0]?.form === 'delta' || chain.slice(1).some(({ form }) => form !== 'delta'))
    throw new Error('a stored revision has no full copy to start from')
  if (deltas.length === 0) return first
  return joinLines(deltas.reduce((lines, delta) => applyDelta(lines, parseDelta(delta)), splitLines(first)))
}

const decodeText = (content: Uint8Array): string =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8')

const parseDelta = (text: string): LineDelta => JSON.parse(text) as LineDelta

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Ids of uploaded files in the texts. Files referenced by an old revision are kept (`files/orphanedFiles.ts`). */
const findFileIds = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(idPattern) ?? [])),
]
