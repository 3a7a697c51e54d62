import { decodeLocalized } from '../../contract/localizedText.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'

/** Shows a bilingual text of the server in the current language. */
export function LocalizedText({ text }: { readonly text: unknown }) {
  const localize = useLocalized()
  return typeof text === 'string' ? <span>{localize(decodeLocalized(text))}</span> : <>–</>
}
