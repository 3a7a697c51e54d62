import { useEffect } from 'react'
import { useMatches } from 'react-router-dom'
import type { Words } from '../../contract/entity/field.ts'
import { useSay } from '../kit/useSay.ts'

/** What a route says of its page. */
export interface PageHandle {
  readonly words: Words
}

const product = 'Mimic'

/** Keeps the window's title at the page that is open, in the language now spoken. */
export function PageTitle() {
  const say = useSay()
  const words = useMatches().flatMap(({ handle }) => (isHandle(handle) ? [handle.words] : [])).at(-1)
  const title = words ? `${say(words)} · ${product}` : product
  useEffect(() => { document.title = title }, [title])
  return null
}

const isHandle = (handle: unknown): handle is PageHandle => typeof handle === 'object' && handle !== null && 'words' in handle
