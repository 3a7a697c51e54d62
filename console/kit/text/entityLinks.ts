import { createContext } from 'react'

/**
 * Returns the path of the list page of an entity for the current account; undefined if there is none. Provided by the
 * shell, so that modules below it can link to lists without importing the pages. May be called during rendering.
 */
export type EntityLinks = (entity: string) => string | undefined

export const EntityLinksContext = createContext<EntityLinks>(() => undefined)
