import { useMatches } from 'react-router-dom'
import type { Words } from '../../contract/entity/field.ts'
import { useSay } from '../kit/useSay.ts'
import { WindowTitle } from '../kit/WindowTitle.tsx'

/** What a route says of its page. */
export interface PageHandle {
  readonly words: Words
}

/** Keeps the window's title at the page that is open, in the language now spoken. */
export function PageTitle() {
  const say = useSay()
  const words = useMatches().flatMap(({ handle }) => (isHandle(handle) ? [handle.words] : [])).at(-1)
  return <WindowTitle of={words && say(words)} />
}

const isHandle = (handle: unknown): handle is PageHandle => typeof handle === 'object' && handle !== null && 'words' in handle
