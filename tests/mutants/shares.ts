import type { Mutant } from './mutant.ts'

const holding = {
  file: 'server/services/drawings/shares/shareCache.ts',
  tests: ['tests/wire/drawings/shares.test.ts'],
} as const
const picture = { file: 'server/services/drawings/shares/picture.ts', tests: holding.tests } as const

export const shareRules: readonly Mutant[] = [
  {
    name: 'share: a link shows no point of another project',
    ...picture,
    from: 'catalog).tags.filter(isOwn)',
    to: 'catalog).tags.filter(Boolean)',
    only: 'exactly the points of its project',
  },
  {
    name: 'share: a link says nothing of points of another project in a curve',
    ...picture,
    from: 'components.flatMap(getHistoryTags).filter(isOwn)',
    to: 'components.flatMap(getHistoryTags)',
    only: 'reveals no points of another project, even if a curve of the drawing names them',
  },
  {
    name: 'share: a revoked link shows nothing',
    ...holding,
    from: 'row.revoked_at !== null || (row',
    to: '(row',
    only: 'when it is revoked',
  },
  {
    name: 'share: a link loses the rights that its maker loses',
    ...holding,
    from: "seesPoints: canCall(status, routes['tag.list'].policy, project)",
    to: 'seesPoints: true',
    only: 'shows no figure as live any more',
  },
  {
    name: 'share: a wrong password opens no link',
    file: 'server/services/drawings/shares/shareViewers.ts',
    tests: holding.tests,
    from: 'if (isCorrect) return attempts.revert(keys)',
    to: 'return attempts.revert(keys)',
    only: 'reveals nothing about the drawing before it is opened, and requires its password',
  },
  {
    name: 'share: guesses of a password are limited',
    file: 'server/services/drawings/shares/passwordAttempts.ts',
    tests: holding.tests,
    from: "is('share_failure.count', '<', maxAttempts)",
    to: "is('share_failure.count', '<', 1000)",
    only: 'lock a link at the eleventh attempt from any address, even for the correct password; open views continue',
  },
]
