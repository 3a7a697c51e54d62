/**
 * Patterns of tags with the wildcards of MQTT topic filters: `+` stands for one level, `#` at the end for all remaining levels. A pattern
 * names device and point; the project is chosen beside it.
 */
export interface TagPattern {
  /** Null: tags of every project. */
  readonly project: string | null
  readonly pattern: string
}

/** Whether a text is a pattern: each level is a name, `+`, or, at the end, `#`. */
export function isTagPattern(pattern: string): boolean {
  const levels = pattern.split('/')
  return levels.every((level, index) => level !== '' && (level === '+' || (level === '#' && index === levels.length - 1) || !/[+#]/.test(level)))
}

/** Whether a tag's path (`project/device/point`) fits. */
export function matchesTag({ project, pattern }: TagPattern, path: string): boolean {
  const [own = '', ...names] = path.split('/')
  if (project !== null && project !== own) return false
  const levels = pattern.split('/')
  for (const [index, level] of levels.entries()) {
    if (level === '#') return true
    if (names[index] === undefined || (level !== '+' && level !== names[index])) return false
  }
  return levels.length === names.length
}

/**
 * Orders patterns by how specific they are, the most specific first: one of a project before one of every project, then level by level a
 * name before `+` before `#`.
 */
export function compareSpecificity(a: TagPattern, b: TagPattern): number {
  if ((a.project === null) !== (b.project === null)) return a.project === null ? 1 : -1
  const [left, right] = [rank(a.pattern), rank(b.pattern)]
  return left < right ? -1 : left > right ? 1 : 0
}

const rank = (pattern: string): string => pattern.split('/').map((level) => (level === '#' ? 2 : level === '+' ? 1 : 0)).join('')
