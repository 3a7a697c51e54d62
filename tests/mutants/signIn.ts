import type { Mutant } from './mutant.ts'

const lockout = { file: 'server/services/base/lockout.ts', tests: ['tests/wire/identity/signIn.test.ts'] } as const
const signIn = { file: 'server/services/identity/signIn.ts', tests: lockout.tests } as const

export const signInRules: readonly Mutant[] = [
  {
    name: 'sign-in: failures make the next try wait',
    ...lockout,
    from: 'failures < freeFailures ? 0',
    to: 'failures < 50 ? 0',
    only: 'waits longer after each failure',
  },
  {
    name: 'sign-in: the tries of one address are limited',
    ...lockout,
    from: ".where(left, '<=', (perAddressMinute - 1) * attemptCost)",
    to: ".where(left, '<=', 1000 * attemptCost)",
    tests: ['tests/wire/identity/signInGuesses.test.ts'],
    only: 'the tries of an address are counted through a restart',
  },
  {
    name: 'sign-in: a wrong password opens nothing',
    ...signIn,
    from: "if (!(await verifyPassword(password, account?.password, origin.address, getRate))) return 'wrong'",
    to: "if (!account) return 'wrong'",
    only: 'answers an unknown account, a disabled one and a wrong password alike',
  },
  {
    name: 'sign-in: a new password ends all other sessions',
    ...signIn,
    from: "await sessions.end(tx, accountId, 'password')",
    to: '',
    only: 'ends everywhere when the password changes',
  },
  {
    name: "sign-in: calls beyond a minute's limit are refused",
    file: 'server/limits/rateLimiter.ts',
    from: 'if (retryAfterSeconds > 0) throw',
    to: 'if (retryAfterSeconds > 600) throw',
    tests: ['server/limits/rateLimiter.test.ts'],
  },
]
