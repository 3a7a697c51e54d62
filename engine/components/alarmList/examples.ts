import type { Examples } from '../examples.ts'

export const examples: Examples = {
  'two alarms': {
    data: '[{"at":1788253200000,"tag":"demo/tank-1/level","text":"Level high","level":1,"state":"active"},{"at":1788252900000,"tag":"demo/pump-1/state","text":"Pump stopped","level":3,"state":"cleared"}]',
  },
  none: { data: '[]' },
  'every level': {
    showPoint: false,
    data: JSON.stringify(
      [1, 2, 3, 4].map((level) => ({
        at: 1788253200000,
        tag: 'a/b/c',
        text: `Level ${level}`,
        level,
        state: level % 2 === 1 ? 'active' : 'acknowledged',
      })),
    ),
  },
  'round corners': {
    radius: 24,
    showHeader: false,
    data: JSON.stringify(
      [1, 2, 3, 4, 3, 2].map((level) => ({
        at: 1788253200000,
        tag: 'a/b/c',
        text: `Level ${level}`,
        level,
        state: 'active',
      })),
    ),
  },
}
