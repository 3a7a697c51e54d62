import { decodeLocalized } from '../../contract/localizedText.ts'
import { useSay } from '../kit/useSay.ts'

/** What the server wrote in both languages, in the one now spoken. */
export function Said({ text }: { readonly text: unknown }) {
  const say = useSay()
  return typeof text === 'string' ? <span>{say(decodeLocalized(text))}</span> : <>–</>
}
