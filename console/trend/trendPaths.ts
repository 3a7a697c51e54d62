/** Path of the list of saved trends. */
export const savedTrendsPath = '/trends/saved'

/** Path of the trend page: a saved trend, or some tags. */
export function trendPath({ id, tags }: { readonly id?: string; readonly tags?: readonly string[] }): string {
  const query = new URLSearchParams({ ...(id && { id }), ...(tags && tags.length > 0 && { tags: tags.join(',') }) })
  return query.size === 0 ? '/trends' : `/trends?${query.toString()}`
}
