import tseslint from 'typescript-eslint';

const FILE_SIZE = { skipBlankLines: true, skipComments: true };

/** One statement a line, and an assignment is always a statement. */
const STATEMENTS = {
  'max-statements-per-line': ['error', { max: 1 }],
  'no-nested-ternary': 'error',
  'no-multi-assign': 'error',
  'no-return-assign': ['error', 'always'],
  'no-cond-assign': ['error', 'always'],
  'no-restricted-syntax': [
    'error',
    {
      // The other parents belong to no-return-assign, no-cond-assign and no-multi-assign.
      selector:
        ':not(ExpressionStatement, ForStatement, SequenceExpression, ReturnStatement, ArrowFunctionExpression,' +
        ' IfStatement, WhileStatement, DoWhileStatement, AssignmentExpression, VariableDeclarator)' +
        ' > AssignmentExpression',
      message: 'Write the assignment as a statement of its own.',
    },
    {
      selector: 'VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]',
      message: 'Declare each variable in a statement of its own.',
    },
    {
      selector: 'VariableDeclarator[id.type="ObjectPattern"][init.type="ObjectExpression"]',
      message: 'Declare each variable in a statement of its own.',
    },
  ],
};

/** Signals that hold their sources weakly: on Node 20 a garbage collection removes the limit. */
const WEAK_SIGNALS = {
  selector: 'MemberExpression[object.name="AbortSignal"][property.name=/^(any|timeout)$/]',
  message: 'Use withTimeLimit or abortWith of src/lib/abort: this limit may never fire.',
};

/** Reads all fields of a certificate: a hostile one ends the process on Node 20. */
const LEGACY_CERTIFICATES = {
  selector: 'MemberExpression[property.name=/^(getPeerCertificate|toLegacyObject)$/]',
  message: 'Use getPeerX509Certificate, and read single fields.',
};

/** Sizes of files and functions. The length of lines is a rule of tests/architecture. */
const SIZES = {
  'max-lines': ['error', { max: 250, ...FILE_SIZE }],
  'max-lines-per-function': ['error', { max: 60, ...FILE_SIZE }],
};

/** In the browser, text never becomes markup, script or style, and times have one home. */
const [, ...STATEMENT_SYNTAX] = STATEMENTS['no-restricted-syntax'];
const CONSOLE = {
  'no-restricted-syntax': [
    'error',
    ...STATEMENT_SYNTAX,
    WEAK_SIGNALS,
    {
      selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
      message: 'Text of hosts would become markup.',
    },
    {
      selector: 'JSXAttribute[name.name="style"][value.type="Literal"]',
      message: 'The content security policy forbids styles in markup: use a class.',
    },
    {
      selector: 'MemberExpression[property.name=/^(inner|outer)HTML$|^insertAdjacentHTML$/]',
      message: 'Text of hosts would become markup.',
    },
  ],
  'no-eval': 'error',
  // A setter of a signal is a statement, also as the whole body of a handler.
  'no-return-assign': ['error', 'except-parens'],
  '@typescript-eslint/naming-convention': [
    'error',
    { selector: 'typeLike', format: ['PascalCase'] },
    { selector: 'function', format: ['camelCase', 'PascalCase'] }, // components
    {
      selector: 'variable',
      modifiers: ['global'],
      format: ['camelCase', 'PascalCase', 'UPPER_CASE'],
    },
  ],
};

const TEST_SIZES = {
  'max-lines': ['error', { max: 500, ...FILE_SIZE }],
  'max-lines-per-function': 'off',
};

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'build/',
      'data/',
      './coverage/',
      'tests/lab/bin/',
      'src/console/api/schema.d.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      ...STATEMENTS,
      ...SIZES,
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/require-await': 'off',
      // Local booleans are left alone: the field says `secure`, `partial`, `optional`, and names on the wire are given.
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'typeLike', format: ['PascalCase'] },
        { selector: 'function', format: ['camelCase'] },
        {
          selector: 'variable',
          modifiers: ['global'],
          format: ['camelCase', 'PascalCase', 'UPPER_CASE'],
        },
        {
          selector: 'variable',
          types: ['boolean'],
          modifiers: ['exported'],
          format: ['PascalCase'],
          prefix: ['is', 'has', 'can', 'should'],
        },
      ],
    },
  },
  {
    files: ['src/**'],
    rules: {
      'no-restricted-syntax': [
        ...STATEMENTS['no-restricted-syntax'],
        WEAK_SIGNALS,
        LEGACY_CERTIFICATES,
      ],
    },
  },
  { files: ['src/console/**'], rules: CONSOLE },
  // The markup of a component is one expression of many short lines.
  {
    files: ['src/console/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 80, ...FILE_SIZE }] },
  },
  { files: ['tests/**/*.ts'], rules: TEST_SIZES },
  {
    // Scripts are outside the TypeScript project: rules without types.
    files: ['**/*.mjs', '**/*.js'],
    rules: {
      ...STATEMENTS,
      ...SIZES,
      'no-unused-vars': 'error',
      'prefer-const': 'error',
      'no-var': 'error',
      'no-redeclare': 'error',
      'no-unreachable': 'error',
    },
  },
  { files: ['tests/**/*.mjs'], rules: TEST_SIZES },
);
