import type { Entity } from '../entity/define.ts'
import { account, post, project, role } from './access.ts'
import { tagRetention } from './history.ts'
import { dictEntry, dictType, job, jobLog, operationLog, signInLog } from './logs.ts'

/** The entities of the installation: access, audit log, dictionaries and scheduled jobs. */
export const systemEntities: readonly Entity[] = [
  project,
  post,
  role,
  account,
  operationLog,
  signInLog,
  dictType,
  dictEntry,
  job,
  jobLog,
  tagRetention,
]
