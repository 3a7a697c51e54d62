import type { CustomLinkage, Linkages } from '../linkages/index.ts'

/** Finds the linkage that `sceneContext.process` starts. `project`: project of the event. */
export type FindScene = (request: string, project: string | undefined) => CustomLinkage | undefined

/**
 * Creates a function that reads the argument of `sceneContext.process`: JSON with `sceneId` or `id`, or with `name`; or
 * the id or name itself.
 */
export const createFindScene =
  (linkages: Pick<Linkages, 'findCustom'>): FindScene =>
  (request, project) =>
    readNames(request)
      .map((name) => linkages.findCustom(name, project))
      .find((found) => found !== undefined)

function readNames(request: string): readonly string[] {
  const parsed = parse(request)
  if (typeof parsed !== 'object' || parsed === null) return [String(parsed)]
  return ['sceneId', 'id', 'name'].flatMap((key) => {
    const value: unknown = Object.entries(parsed).find(([name]) => name === key)?.[1]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // a name
  }
}
