// The guides of docs/en and docs/zh in reading order. The console has the same order in console/help/manual.ts.
export const guides = [
  'getting-started',
  'connect-a-device',
  'access-channels',
  'bridges',
  'cameras',
  'draw',
  'operate',
  'rule-scripts',
  'deploy',
  'configure',
  'develop',
  'benchmark',
]
