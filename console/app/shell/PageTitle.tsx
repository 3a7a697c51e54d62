import { useMatches } from 'react-router-dom'
import type { Words } from '../../../contract/entity/field.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { WindowTitle } from '../../kit/page/WindowTitle.tsx'

/** Route handle with the title of the page. */
export interface PageHandle {
  readonly words: Words
}

/** Sets the window title to the title of the current page in the current language. */
export function PageTitle() {
  return <WindowTitle of={useWords()} />
}

/** Like `PageTitle`, with the name of the opened object in front, to distinguish several tabs of one page. */
export function NamedPageTitle({ name }: { readonly name: string }) {
  return <WindowTitle of={[name.trim(), useWords()].filter(Boolean).join(' · ')} />
}

function useWords(): string | undefined {
  const localize = useLocalized()
  const words = useMatches()
    .flatMap(({ handle }) => (isHandle(handle) ? [handle.words] : []))
    .at(-1)
  return words && localize(words)
}

const isHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'words' in handle
