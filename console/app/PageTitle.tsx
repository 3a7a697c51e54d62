import { useMatches } from 'react-router-dom'
import type { Words } from '../../contract/entity/field.ts'
import { useLocalized } from '../kit/useLocalized.ts'
import { WindowTitle } from '../kit/WindowTitle.tsx'

/** What a route says of its page. */
export interface PageHandle {
  readonly words: Words
}

/** Keeps the window's title at the page that is open, in the language now spoken. */
export function PageTitle() {
  return <WindowTitle of={useWords()} />
}

/** The same with the name of what the page has open before it: of several tabs of one page nobody would know which is which. */
export function NamedPageTitle({ name }: { readonly name: string }) {
  return <WindowTitle of={[name.trim(), useWords()].filter(Boolean).join(' · ')} />
}

function useWords(): string | undefined {
  const say = useLocalized()
  const words = useMatches().flatMap(({ handle }) => (isHandle(handle) ? [handle.words] : [])).at(-1)
  return words && say(words)
}

const isHandle = (handle: unknown): handle is PageHandle => typeof handle === 'object' && handle !== null && 'words' in handle
