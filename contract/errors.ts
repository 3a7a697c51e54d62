import type { Problem, Words } from '@mimic/engine/schema'

/**
 * How the console presents an error. A toast disappears by itself, a warning toast requests a correction of the input,
 * a notification stays until it is closed, and silent errors are handled by the screen. By the body's code: 500 is a
 * toast, 601 a warning, any other a notification (specification, section 8).
 */
export type Presentation = 'toast' | 'warning' | 'notification' | 'silent'

/** An error of the API: HTTP status, code, message and presentation in the console. */
export interface ErrorEntry {
  /** HTTP status. */
  readonly status: number
  /**
   * The body's code. 601: the input must be corrected. With status 401, 1: the session expired, 2: it was ended
   * elsewhere.
   */
  readonly code: number
  readonly words: Words
  readonly manner: Presentation
}

/** The table of all errors, returned by the server or raised in the browser. */
export const errors = {
  'session.none': entry(401, 401, 'silent', 'Please sign in', '请先登录'),
  'session.wrong': entry(401, 401, 'silent', 'Wrong username or password', '账号或密码错误'),
  // This server returns the same text for both, so that account names cannot be probed. Other servers distinguish them
  // (specification, section 8).
  'session.noUsername': entry(400, 601, 'silent', 'Please enter the username', '请输入用户名'),
  'session.noPassword': entry(400, 601, 'silent', 'Please enter the password', '请输入密码'),
  'session.wrongUsername': entry(401, 401, 'silent', 'Wrong username', '用户名错误'),
  'session.wrongPassword': entry(401, 401, 'silent', 'Wrong password', '密码错误'),
  'session.busy': entry(
    429,
    429,
    'notification',
    'Too many people are signing in. Try again in a moment.',
    '当前登录人数较多，请稍后重试',
  ),
  'session.locked': entry(
    429,
    429,
    'silent',
    'Too many failed sign-ins. Wait before you try again.',
    '登录失败次数过多，请稍候再试',
  ),
  'session.single': entry(
    401,
    401,
    'silent',
    'Single sign-on failed. Sign in with your password.',
    '单点登录失败，请登录',
  ),
  'session.expired': entry(
    401,
    1,
    'notification',
    'You were signed out due to inactivity',
    '长时间未操作，已自动退出登录',
  ),
  'session.ended': entry(401, 2, 'notification', 'This session was ended elsewhere', '该会话已在别处结束'),
  'session.mustChange': entry(403, 403, 'silent', 'Please choose a new password first', '请先修改密码'),
  'session.mustSetSecondStep': entry(403, 403, 'silent', 'Please set up two-step sign-in first', '请先设置两步验证'),
  'session.code': entry(401, 401, 'silent', 'Invalid or expired code', '验证码无效'),
  'session.ticket': entry(401, 401, 'silent', 'Sign-in timed out. Start again.', '登录已超时，请重新登录'),
  'secondStep.code': entry(400, 601, 'warning', 'Invalid or expired code', '验证码无效'),
  'secondStep.over': entry(409, 601, 'warning', 'Setup expired. Start again.', '本次设置已失效，请重新开始'),
  'secondStep.lost': entry(
    409,
    409,
    'notification',
    'Two-factor secret cannot be decrypted. Use a recovery code or ask an administrator to reset it.',
    '两步验证密钥无法解密，请使用恢复码或联系管理员重置',
  ),
  'password.wrong': entry(400, 601, 'warning', 'Wrong current password', '当前密码错误'),
  'password.weak': entry(
    400,
    601,
    'warning',
    'This password is too common. Choose another one.',
    '密码过于简单，请重新设置',
  ),
  'access.denied': entry(403, 403, 'notification', 'No permission for the current operation', '当前操作没有权限'),
  'object.missing': entry(404, 404, 'notification', 'The requested resource does not exist', '访问资源不存在'),
  'input.invalid': entry(400, 601, 'warning', 'Please check your input', '请检查输入内容'),
  'input.json': entry(400, 601, 'warning', 'The content is not valid JSON', '内容不是有效的 JSON'),
  'input.type': entry(415, 415, 'notification', 'The content must be JSON', '内容必须为 JSON'),
  'bridge.topic': entry(
    422,
    601,
    'warning',
    'No device here uses the topic of this bridge',
    '本系统没有使用该桥接主题的设备',
  ),
  'input.large': entry(413, 413, 'notification', 'The content is too large', '内容过大'),
  'limit.rate': entry(429, 429, 'notification', 'Too many requests. Wait a moment.', '请求过于频繁，请稍候'),
  'limit.duplicate': entry(
    409,
    601,
    'warning',
    'Data is being processed, do not resubmit',
    '数据正在处理，请勿重复提交',
  ),
  'key.reused': entry(
    409,
    409,
    'notification',
    'Idempotency key already used for another request',
    '该幂等键已用于其他请求',
  ),
  'drawing.invalid': entry(400, 601, 'warning', 'The drawing is not valid', '图纸内容无效'),
  'drawing.conflict': entry(412, 412, 'silent', 'Someone else has saved this drawing meanwhile', '该图纸已被他人保存'),
  'drawing.newer': entry(
    409,
    409,
    'notification',
    'Saved by a newer version of Mimic. Read-only until this server is upgraded.',
    '该图纸由更新版本的 Mimic 保存，升级当前系统前不能修改',
  ),
  'drawing.revision': entry(428, 428, 'notification', 'Missing If-Match revision', '缺少 If-Match 版本号'),
  'library.invalid': entry(400, 601, 'warning', 'The component is not valid', '组件内容无效'),
  'library.conflict': entry(
    412,
    412,
    'notification',
    'Someone else has changed this library component meanwhile',
    '该组件库组件已被他人修改',
  ),
  'entity.conflict': entry(412, 412, 'silent', 'Someone else has changed this row meanwhile', '该数据已被他人修改'),
  'entity.taken': entry(409, 601, 'warning', 'Already exists', '已存在相同的数据'),
  'entity.inUse': entry(409, 601, 'warning', 'Cannot be deleted because it is in use', '该数据正在被使用，无法删除'),
  'entity.state': entry(409, 601, 'warning', 'Not allowed in the current state', '当前状态下无法执行该操作'),
  'entity.bound': entry(
    409,
    409,
    'silent',
    'Already bound elsewhere. Continue to replace that binding.',
    '已被其他数据绑定，继续将覆盖原绑定',
  ),
  'export.empty': entry(409, 601, 'warning', 'No data for export', '没有可导出的数据'),
  'import.format': entry(
    400,
    601,
    'warning',
    'Format error, please upload the correct template',
    '格式错误，请上传正确的模板',
  ),
  'import.running': entry(409, 601, 'warning', 'An import is already running', '已有导入正在进行'),
  'import.state': entry(
    409,
    601,
    'warning',
    'This import can no longer be started or stopped',
    '该导入已无法开始或停止',
  ),
  'file.type': entry(
    415,
    415,
    'warning',
    'Attachment format wrong: file type not allowed, or content does not match the extension; import it again',
    '附件格式错误：不支持该文件类型，或文件内容与扩展名不符，请重新导入',
  ),
  'file.large': entry(413, 413, 'warning', 'The file is too large', '文件过大'),
  'file.count': entry(400, 601, 'warning', 'Too many files', '文件数量超出限制'),
  'file.empty': entry(400, 601, 'warning', 'The file is empty', '文件为空'),
  'file.unbound': entry(
    409,
    601,
    'warning',
    'This project has no bound drawing. Bind one first.',
    '项目未绑定组态，请先绑定',
  ),
  'file.full': entry(409, 409, 'notification', 'Storage quota of this project is used up', '该项目的文件空间已满'),
  'file.unclaimed': entry(
    409,
    409,
    'notification',
    'Too many unsaved uploads. Save a form or try again tomorrow.',
    '您有过多上传文件尚未使用，请先保存或一天后再试',
  ),
  'upload.failed': entry(0, 0, 'toast', 'Upload failed. Try again.', '上传失败，请重试'),
  'upload.refused': entry(0, 0, 'toast', 'Upload failed. Check the server configuration.', '文件上传失败，请检查配置'),
  'download.failed': entry(
    0,
    0,
    'toast',
    'Download failed. Contact your administrator.',
    '下载文件出现错误，请联系管理员',
  ),
  'account.taken': entry(409, 601, 'warning', 'Username already in use', '该账号名已存在'),
  'account.rank': entry(
    403,
    403,
    'notification',
    'No permission to create a management account',
    '没有权限创建管理账号',
  ),
  'account.beyond': entry(
    403,
    403,
    'notification',
    'The account belongs to projects that you do not manage',
    '该账号还属于您不管理的项目',
  ),
  'account.last': entry(
    409,
    409,
    'notification',
    'Cannot delete the last super administrator or your own account',
    '不能删除最后一个超级管理员或本人账号',
  ),
  'token.taken': entry(409, 601, 'warning', 'Name already in use', '该令牌名已存在'),
  'credential.many': entry(
    409,
    409,
    'notification',
    'Too many device credentials in this project. Delete unused ones first.',
    '该项目的设备凭据数量已达上限，请先删除不用的凭据',
  ),
  'token.many': entry(
    409,
    409,
    'notification',
    'Too many tokens. Revoke one first.',
    '令牌数量已达上限，请先撤销不用的令牌',
  ),
  'project.taken': entry(409, 601, 'warning', 'Name already in use', '该项目名已存在'),
  'tag.readOnly': entry(400, 601, 'warning', 'This point is read-only', '该点位不可写'),
  'tag.range': entry(400, 601, 'warning', 'Value out of range', '数值超出范围'),
  'device.missing': entry(404, 404, 'notification', 'Device not found', '设备不存在'),
  'device.offline': entry(409, 409, 'notification', 'The device is offline and cannot be set', '设备离线，无法设置'),
  'device.disabled': entry(
    409,
    409,
    'notification',
    'The device is disabled or not commissioned. Command rejected.',
    '设备已停用或未安装，不接收命令',
  ),
  'component.password': entry(403, 403, 'silent', 'This component requires a password', '该组件需要输入密码'),
  'component.passwordWrong': entry(403, 403, 'silent', 'Wrong component password', '组件密码错误'),
  'component.passwordUnset': entry(
    403,
    403,
    'silent',
    'This component requires a password, but none is set',
    '该组件需要密码，但尚未设置',
  ),
  'component.changed': entry(
    409,
    409,
    'silent',
    'The drawing has changed. Open it again.',
    '图纸已更改，此处不再执行该操作，请重新打开图纸',
  ),
  'component.locked': entry(
    429,
    429,
    'silent',
    'Too many wrong component passwords. Wait before you try again.',
    '组件密码错误次数过多，请稍候再试',
  ),
  'share.missing': entry(
    404,
    404,
    'silent',
    'Invalid link: expired, revoked or never existed',
    '该链接无效：已过期、已撤销或不存在',
  ),
  'share.password': entry(403, 403, 'silent', 'This link requires a password', '该链接需要输入密码'),
  'share.wrong': entry(403, 403, 'silent', 'Wrong share password', '分享密码错误'),
  'share.locked': entry(
    429,
    429,
    'silent',
    'Too many wrong share passwords. Wait before you try again.',
    '分享密码错误次数过多，请稍候再试',
  ),
  'share.ended': entry(401, 401, 'silent', 'This link no longer shows the drawing', '该链接已不再展示此图纸'),
  'share.crowded': entry(
    429,
    429,
    'silent',
    'Too many viewers. Try again later.',
    '当前查看该链接的人数过多，请稍后再试',
  ),
  'share.many': entry(
    409,
    409,
    'notification',
    'Too many links to this drawing. Revoke one first.',
    '该图纸的分享链接过多，请先撤销不用的链接',
  ),
  'command.expired': entry(
    409,
    409,
    'notification',
    'The device did not confirm the command in time',
    '命令超时未确认',
  ),
  'command.unsupported': entry(400, 601, 'warning', 'This operation is not supported', '不支持该操作'),
  'secret.lost': entry(
    409,
    409,
    'notification',
    'Stored secret cannot be decrypted. Enter it again.',
    '已存的密码或令牌无法解密，请重新输入',
  ),
  'data.address': entry(400, 601, 'warning', 'Not an http(s) URL', '不是有效的 http 或 https 地址'),
  'data.forbidden': entry(
    403,
    601,
    'warning',
    'Address not in MIMIC_OUTBOUND_ALLOWED',
    '该地址不在 MIMIC_OUTBOUND_ALLOWED 中',
  ),
  'camera.gateway': entry(
    409,
    601,
    'warning',
    'This camera needs a video gateway. The administrator sets VIDEO_GATEWAY on the server.',
    '该摄像头需要视频网关，请管理员在服务器上设置 VIDEO_GATEWAY',
  ),
  'camera.noOnvif': entry(409, 601, 'warning', 'This camera has no ONVIF address', '该摄像头未填写 ONVIF 地址'),
  'camera.failed': entry(424, 601, 'warning', 'The camera does not respond', '摄像头无应答'),
  'data.failed': entry(424, 601, 'warning', 'No data from this address', '该地址未返回数据'),
  'server.busy': entry(503, 503, 'notification', 'The server is busy. Try again.', '服务器繁忙，请重试'),
  'storage.full': entry(
    507,
    507,
    'notification',
    "Nothing was saved: the server's disk is full. Free disk space or contact your administrator.",
    '服务器磁盘空间已满，数据未保存，请清理磁盘空间或联系管理员',
  ),
  'storage.failed': entry(
    503,
    503,
    'notification',
    'Nothing was saved: the server cannot write its data. Try again or contact your administrator.',
    '服务器无法写入数据，数据未保存，请重试或联系管理员',
  ),
  'storage.unreachable': entry(
    503,
    503,
    'notification',
    'The server cannot reach its database. Try again in a moment.',
    '服务器无法连接数据库，请稍后重试',
  ),
  'server.starting': entry(503, 503, 'notification', 'The server is starting', '服务器正在启动'),
  'server.standby': entry(
    503,
    503,
    'notification',
    'This server is a standby. Another server is active.',
    '本服务器为备用服务器，当前由另一台服务器提供服务',
  ),
  'server.failed': entry(
    500,
    500,
    'toast',
    'Unknown system error, please report to the administrator',
    '系统未知错误，请反馈给管理员',
  ),
  'preview.closed': entry(
    0,
    0,
    'silent',
    'The designer with this unsaved drawing is closed. Run the saved drawing or open the designer again.',
    '未保存图纸的设计页面已关闭，请运行已保存的图纸或重新打开设计页面',
  ),
  'network.lost': entry(0, 0, 'notification', 'The server does not respond', '服务器无响应'),
  'network.timeout': entry(0, 0, 'notification', 'Processing timed out', '处理超时'),
} as const satisfies Record<string, ErrorEntry>

/** Name of an error in `errors`. */
export type ErrorName = keyof typeof errors

export const isErrorName = (name: string): name is ErrorName => Object.hasOwn(errors, name)

/** Body of a successful response. */
export interface SuccessEnvelope<T> {
  readonly code: 200
  readonly msg: string
  readonly data: T
}

/** Body of an error response. `detail` holds data for further handling; a conflict names the newer revision. */
export interface ErrorEnvelope {
  readonly code: number
  readonly msg: string
  readonly error: ErrorName
  readonly problems?: readonly Problem[]
  readonly detail?: Readonly<Record<string, string | number>>
}

/** An error thrown by a service. `server/http` converts it to an HTTP status and envelope. */
export class ApiError extends Error {
  readonly error: ErrorName
  readonly problems: readonly Problem[] | undefined
  readonly detail: Readonly<Record<string, string | number>> | undefined

  constructor(
    error: ErrorName,
    more: { problems?: readonly Problem[]; detail?: Readonly<Record<string, string | number>> } = {},
  ) {
    super(errors[error].words.en)
    this.name = 'ApiError'
    this.error = error
    this.problems = more.problems
    this.detail = more.detail
  }
}

function entry(status: number, code: number, manner: Presentation, en: string, zh: string): ErrorEntry {
  return { status, code, manner, words: { en, zh } }
}
