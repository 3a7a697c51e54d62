/** Returns the URL of a page filtered by a project; undefined: all projects. */
export function projectLink(
  path: string,
  project: string | undefined,
  query: Readonly<Record<string, string>> = {},
): string {
  const params = new URLSearchParams(project === undefined ? query : { ...query, project })
  return params.size === 0 ? path : `${path}?${String(params)}`
}
