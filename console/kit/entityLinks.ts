import { createContext } from 'react'

/**
 * The address of the list in which an entity's rows stand for who looks now; undefined: there is none. The frame of the pages says it:
 * a room below leads to another's list without knowing the pages, which know all rooms. May be asked while rendering.
 */
export type EntityLinks = (entity: string) => string | undefined

export const EntityLinksContext = createContext<EntityLinks>(() => undefined)
