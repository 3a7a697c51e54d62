import { splitWords } from '../../contract/bilingual.ts'
import { useSay } from '../kit/useSay.ts'

/** What the server wrote in both languages, in the one now spoken. */
export function Said({ text }: { readonly text: unknown }) {
  const say = useSay()
  return typeof text === 'string' ? <span>{say(splitWords(text))}</span> : <>–</>
}
