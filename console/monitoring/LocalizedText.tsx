import { decodeLocalized } from '../../contract/localizedText.ts'
import { useLocalized } from '../kit/useLocalized.ts'

/** What the server wrote in both languages, in the one now spoken. */
export function LocalizedText({ text }: { readonly text: unknown }) {
  const say = useLocalized()
  return typeof text === 'string' ? <span>{say(decodeLocalized(text))}</span> : <>–</>
}
