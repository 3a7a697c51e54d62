/** Value of a query parameter; nested objects become `name[key]`. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [key: string]: QueryValue }
export type Query = Readonly<Record<string, QueryValue>>

/**
 * Builds a query string without the question mark. Empty, null and undefined parameters are dropped (specification,
 * section 5).
 */
export function queryString(query: Query): string {
  return Object.entries(query)
    .flatMap(([name, value]) => pairs(name, value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
}

/** Replaces `:name` in a route's path by the escaped parameter. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
}

function pairs(name: string, value: QueryValue): [string, string][] {
  if (value === undefined || value === null || value === '') return []
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner))
  return [[name, String(value)]]
}
