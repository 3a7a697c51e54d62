/**
 * Tag pattern with MQTT wildcards: `+` matches one level, a final `#` all remaining levels. The pattern covers device
 * and point; the project is separate.
 */
export interface TagPattern {
  /** Null: all projects. */
  readonly project: string | null
  readonly pattern: string
}

/** Returns true for a valid pattern: each level is a name, `+`, or a final `#`. */
export function isTagPattern(pattern: string): boolean {
  const levels = pattern.split('/')
  return levels.every(
    (level, index) =>
      level !== '' && (level === '+' || (level === '#' && index === levels.length - 1) || !/[+#]/.test(level)),
  )
}

/** Returns true if the tag (`project/device/point`) matches. */
export function matchesTag({ project, pattern }: TagPattern, path: string): boolean {
  const [tagProject = '', ...names] = path.split('/')
  if (project !== null && project !== tagProject) return false
  const levels = pattern.split('/')
  for (const [index, level] of levels.entries()) {
    if (level === '#') return true
    if (names[index] === undefined || (level !== '+' && level !== names[index])) return false
  }
  return levels.length === names.length
}

/**
 * Compare function that sorts patterns by specificity, most specific first: with a project before without, then level
 * by level a name before `+` before `#`.
 */
export function compareSpecificity(a: TagPattern, b: TagPattern): number {
  if ((a.project === null) !== (b.project === null)) return a.project === null ? 1 : -1
  const [left, right] = [rank(a.pattern), rank(b.pattern)]
  return left < right ? -1 : left > right ? 1 : 0
}

const rank = (pattern: string): string =>
  pattern
    .split('/')
    .map((level) => (level === '#' ? 2 : level === '+' ? 1 : 0))
    .join('')
