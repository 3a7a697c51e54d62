/** The address of a page that shows the rows of one project; undefined: of all. */
export function projectLink(path: string, project: string | undefined, query: Readonly<Record<string, string>> = {}): string {
  const params = new URLSearchParams(project === undefined ? query : { ...query, project })
  return params.size === 0 ? path : `${path}?${String(params)}`
}
