import { remark } from '../entity/commonFields.ts'
import { roles } from '../access.ts'
import { defineEntity } from '../entity/define.ts'
import { choice, flag, instant, number, ref, refs, rows, secret, text } from '../entity/field.ts'
import { isTimeZone } from '../entity/timeZone.ts'
import { faultLimitFields, faultLimitRules } from '../lighting/faultLimits.ts'

const rank = choice(
  { en: 'Role', zh: '角色' },
  {
    required: true,
    default: 'operator',
    emptyWords: { en: 'Please choose the role', zh: '请选择角色' },
    options: roles.map((value) => ({
      value,
      words: {
        operator: { en: 'General user', zh: '普通用户' },
        manager: { en: 'Managing user', zh: '管理用户' },
        super: { en: 'Super administrator', zh: '超级管理员' },
      }[value],
    })),
  },
)

/** A post in the organisation, with its name and sort order. */
export const post = defineEntity({
  name: 'post',
  path: 'posts',
  area: 'system',
  scope: 'none',
  title: 'name',
  imports: true,
  roles: { read: 'manager', write: 'super', remove: 'super' },
  words: { one: { en: 'Post', zh: '岗位' }, many: { en: 'Posts', zh: '岗位' } },
  begin: {
    en: 'A position in the organisation, assigned to accounts. It grants no permissions.',
    zh: '岗位是人员在单位中的职务，可在账号中选择，不带任何权限。',
  },
  fields: {
    code: text({ en: 'Code', zh: '岗位编码' }, { required: true, format: 'code', maxLength: 64 }),
    name: text({ en: 'Name', zh: '岗位名称' }, { required: true, maxLength: 50 }),
    order: number(
      { en: 'Order', zh: '显示顺序' },
      { required: true, integer: true, min: 0, max: 9999, digits: 0, default: 0 },
    ),
    isEnabled: flag({ en: 'Enabled', zh: '启用' }, { default: true }),
    remark,
  },
  list: {
    columns: ['code', 'name', 'order', 'isEnabled', 'createdAt'],
    search: ['code', 'name'],
    filters: ['isEnabled'],
    sort: { by: 'order', order: 'asc' },
  },
  unique: [['code']],
})

/**
 * A custom role: a set of permissions that restricts its accounts. Accounts without one have the permissions of their
 * built-in role.
 */
export const role = defineEntity({
  name: 'role',
  path: 'roles',
  area: 'system',
  scope: 'none',
  title: 'name',
  roles: { read: 'manager', write: 'super', remove: 'super' },
  words: { one: { en: 'Role', zh: '角色' }, many: { en: 'Roles', zh: '角色' } },
  fields: {
    name: text(
      { en: 'Name', zh: '角色名称' },
      { required: true, maxLength: 50, emptyWords: { en: 'Please enter the role name', zh: '请输入角色名称' } },
    ),
    key: text({ en: 'Key', zh: '权限字符' }, { required: true, fixed: true, format: 'code', maxLength: 64 }),
    permissions: text(
      { en: 'Permissions', zh: '权限' },
      {
        required: true,
        format: 'lines',
        maxLength: 20_000,
        help: { en: 'Limited by the built-in role of the account', zh: '账号在其自身角色范围内拥有这些权限' },
      },
    ),
    isEnabled: flag({ en: 'Enabled', zh: '启用' }, { default: true }),
    remark,
  },
  list: {
    columns: ['name', 'key', 'isEnabled', 'remark', 'updatedAt'],
    search: ['name', 'key'],
    filters: ['isEnabled'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['key'], ['name']],
})

/** A user account. */
export const account = defineEntity({
  name: 'account',
  path: 'system/accounts',
  area: 'system',
  scope: 'none',
  title: 'username',
  custom: true,
  roles: { read: 'manager', write: 'manager', remove: 'manager' },
  words: { one: { en: 'Account', zh: '账号' }, many: { en: 'Accounts', zh: '账号' } },
  fields: {
    username: text(
      { en: 'Username', zh: '用户名' },
      {
        required: true,
        fixed: true,
        format: 'code',
        minLength: 2,
        maxLength: 32,
        emptyWords: { en: 'Please enter the username', zh: '请输入用户名' },
      },
    ),
    password: secret(
      { en: 'Password', zh: '密码' },
      {
        required: true,
        minLength: 8,
        maxLength: 128,
        emptyWords: { en: 'Please enter the password', zh: '请输入密码' },
        help: {
          en: 'At least 8 characters and not a common password. The user must change it at the first sign-in.',
          zh: '至少 8 个字符，不能使用常见密码；仅用于首次登录，登录后须设置自己的密码',
        },
      },
    ),
    name: text({ en: 'Full name', zh: '姓名' }, { maxLength: 50 }),
    phone: text({ en: 'Phone', zh: '手机号' }, { format: 'phone', maxLength: 20 }),
    email: text({ en: 'Email', zh: '邮箱' }, { format: 'email', maxLength: 200 }),
    role: rank,
    roles: refs({ en: 'Additional roles', zh: '附加角色' }, 'role', {
      max: 20,
      help: {
        en: 'If set, only the permissions of these roles apply, limited by the role above.',
        zh: '选择后仅其权限有效，且不超出上方角色的范围',
      },
    }),
    post: ref({ en: 'Post', zh: '岗位' }, 'post', { onRemove: 'empty' }),
    projects: rows(
      { en: 'Projects', zh: '项目' },
      {
        project: ref({ en: 'Project', zh: '项目' }, 'project', { required: true }),
        role: choice(
          { en: 'Role in the project', zh: '项目角色' },
          {
            required: true,
            default: 'operator',
            options: [
              { value: 'operator', words: { en: 'General user', zh: '普通用户' } },
              { value: 'manager', words: { en: 'Managing user', zh: '管理用户' } },
            ],
          },
        ),
      },
      {
        max: 200,
        help: {
          en: 'Super administrators have access to all projects. Other accounts have access only to the projects listed here.',
          zh: '超级管理员拥有所有项目；其他账号看不到未列出的项目',
        },
      },
    ),
    isWall: flag(
      { en: 'Wall display', zh: '大屏账号' },
      {
        help: {
          en: 'For unattended screens: several sessions at once, no sign-out on inactivity, view only.',
          zh: '用于无人值守的大屏：可多屏同时登录，无操作也不退出，且只能查看',
        },
      },
    ),
    secondStep: flag({ en: 'Two-step sign-in', zh: '两步验证' }, { readOnly: true }),
    lastSignInAt: instant({ en: 'Last sign-in', zh: '最近登录' }, { readOnly: true }),
  },
  list: {
    columns: [
      'username',
      'name',
      'role',
      'projects',
      'phone',
      'email',
      'status',
      'secondStep',
      'post',
      'lastSignInAt',
      'createdAt',
    ],
    search: ['username', 'name', 'phone', 'email'],
    filters: ['role', 'status', 'post'],
    sort: { by: 'username', order: 'asc' },
  },
  unique: [['username']],
  rules: [
    {
      field: 'isWall',
      holds: ({ isWall, projects, ...values }) =>
        isWall !== true ||
        (values['role'] === 'operator' &&
          !(Array.isArray(projects) && projects.some((row) => typeof row === 'object' && row['role'] === 'manager'))),
      words: {
        en: 'Only an account with the role general user in all projects can be a wall display',
        zh: '仅普通用户（含各项目角色）可设为大屏账号',
      },
    },
    {
      field: 'username',
      holds: ({ username }) => typeof username === 'string' && /^[a-z][a-z0-9._-]{1,31}$/.test(username),
      words: {
        en: 'A lowercase letter, then lowercase letters, digits, dots, hyphens or underscores',
        zh: '应以小写字母开头，只能含小写字母、数字、点、连字符和下划线',
      },
    },
  ],
  lifecycle: {
    field: 'status',
    words: { en: 'Status', zh: '状态' },
    initial: 'enabled',
    states: [
      { value: 'enabled', words: { en: 'Enabled', zh: '启用' }, tone: 'good' },
      { value: 'disabled', words: { en: 'Disabled', zh: '停用' }, tone: 'idle' },
    ],
    moves: {
      disable: {
        words: { en: 'Disable', zh: '停用' },
        from: ['enabled'],
        to: 'disabled',
        confirm: { en: 'Its sessions end immediately.', zh: '其会话将立即结束。' },
      },
      enable: {
        words: { en: 'Enable', zh: '启用' },
        from: ['disabled'],
        to: 'enabled',
        confirm: {
          en: 'It can sign in again with its former password and permissions.',
          zh: '启用后可用原密码登录，权限不变。',
        },
      },
      resetSecondStep: {
        words: { en: 'Reset two-step sign-in', zh: '重置两步验证' },
        from: ['enabled'],
        to: 'enabled',
        role: 'super',
        when: { field: 'secondStep', is: [true] },
        confirm: {
          en: 'For users who have lost their phone and recovery codes. Verify the identity of the user first. Until two-step sign-in is set up again, the password alone is enough to sign in. The sessions of the account end immediately.',
          zh: '适用于手机和恢复码均已丢失的用户，请先核实其身份。重置后，在重新设置之前仅凭密码即可登录，该账号的会话将立即结束。',
        },
        done: { en: 'Two-step sign-in reset', zh: '两步验证已重置' },
      },
    },
  },
})

/** A project: a set of objects that accounts get access to together. */
export const project = defineEntity({
  name: 'project',
  path: 'system/projects',
  area: 'system',
  scope: 'none',
  title: 'name',
  custom: true,
  isProject: true,
  roles: { read: 'operator', write: 'super', remove: 'super' },
  words: { one: { en: 'Project', zh: '项目' }, many: { en: 'Projects', zh: '项目' } },
  fields: {
    key: text(
      { en: 'ID', zh: '项目标识' },
      {
        required: true,
        fixed: true,
        format: 'plantName',
        maxLength: 63,
        help: { en: 'First level of its tags and topics', zh: '作为点位与主题的第一段' },
      },
    ),
    name: text(
      { en: 'Name', zh: '项目名称' },
      { required: true, emptyWords: { en: 'Please enter the project name', zh: '请输入项目名称' } },
    ),
    description: text({ en: 'Description', zh: '描述' }, { format: 'lines', maxLength: 500 }),
    edition: choice(
      { en: 'Edition', zh: '系统版本' },
      {
        required: true,
        default: 'street',
        options: [
          { value: 'street', words: { en: 'Street lamp', zh: '路灯' } },
          { value: 'tunnel', words: { en: 'Tunnel', zh: '隧道' } },
          { value: 'industry', words: { en: 'Industry', zh: '工矿' } },
        ],
      },
    ),
    drawing: text(
      { en: 'Bound drawing', zh: '绑定组态' },
      {
        format: 'drawing',
        maxLength: 64,
        help: { en: 'Required before pictures can be uploaded', zh: '上传图片前需先绑定' },
      },
    ),
    timeZone: text({ en: 'Time zone', zh: '时区' }, { maxLength: 64, default: 'Asia/Shanghai' }),
    ...faultLimitFields,
  },
  list: {
    columns: ['name', 'key', 'edition', 'description', 'createdBy', 'createdAt'],
    search: ['name', 'key'],
    filters: ['edition'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['key']],
  rules: [
    {
      field: 'timeZone',
      holds: ({ timeZone }) => typeof timeZone !== 'string' || isTimeZone(timeZone),
      words: { en: 'Must be a time zone such as Asia/Shanghai', zh: '应为时区，如 Asia/Shanghai' },
    },
    ...faultLimitRules,
  ],
})
