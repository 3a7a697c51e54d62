import type { Words } from '@mimic/engine/schema'
import type { Codec } from '../messages/decoders.ts'
import { decodeCayenneLpp } from './cayenneLpp.ts'
import { decodeMilesight } from './milesight.ts'

export const codecNames = ['cayenneLpp', 'milesight'] as const
/** Name of a built-in decoder. */
export type CodecName = (typeof codecNames)[number]

/** The built-in decoders of binary payloads. */
export const codecs: Readonly<Record<CodecName, { readonly words: Words; readonly decode: Codec }>> = {
  cayenneLpp: { words: { en: 'Cayenne LPP', zh: 'Cayenne LPP 编码' }, decode: decodeCayenneLpp },
  milesight: { words: { en: 'Milesight sensors', zh: '星纵物联传感器' }, decode: decodeMilesight },
}
