// Generated from the OpenAPI document: npx vitest run --project unit tests/console/api-types.test.ts -u

export interface paths {
    "/api/v1/templates/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Filters are given in a JSON body or in the query, which takes precedence. `name`: case-insensitive substring. `type`: exact. `q`: as `name`, in the query only. `include=last_task` adds the newest task of each, and `meta`. Returns all templates unless `limit` or `page` is given. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create template
         * @description `enabled: true` starts a task immediately. Schedules are enabled by default. In place of the ids of `hosts`: `filter` with the names of `GET /hosts`, and `expected`, the number of hosts that it matches now; `selection_changed` if the number differs. Needs a token with the role `operator` or a higher one.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Enable or disable schedule
         * @description A disabled schedule is kept and starts no tasks. Needs a token with the role `operator` or a higher one.
         */
        patch: operations["setScheduleEnabled"];
        trace?: never;
    };
    "/api/v1/template/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Filters are given in a JSON body or in the query, which takes precedence. `name`: case-insensitive substring. `type`: exact. `q`: as `name`, in the query only. `include=last_task` adds the newest task of each, and `meta`. Returns all templates unless `limit` or `page` is given. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["findTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get template
         * @description The template with its params, hosts, groups and schedule. `include` adds the names of its first hosts and of its groups, its next starts with clock changes, and its type with the schema of its params. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getTemplate"];
        /**
         * Update template
         * @description Any of name, hosts, groups, params, schedule (null removes it). The body of a GET response is accepted. Needs a token with the role `operator` or a higher one.
         */
        put: operations["updateTemplate"];
        /**
         * Run template
         * @description Starts a task of the template. Needs a token with the role `operator` or a higher one.
         */
        post: operations["runTemplate"];
        /**
         * Delete template
         * @description Running tasks are stopped; all tasks are archived. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /**
         * Patch template
         * @description Adds and then removes hosts and groups, sets single params (null removes one) and changes the given fields, all or nothing. Everything else stays, also changes of other requests meanwhile. Needs a token with the role `operator` or a higher one.
         */
        patch: operations["patchTemplate"];
        trace?: never;
    };
    "/api/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete templates
         * @description All or nothing: one unknown id aborts the request. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["deleteTemplates"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{id}/schedule/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview schedule
         * @description The next starts, as Unix times. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["previewSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{id}/schedule/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get schedule history
         * @description Outcomes of due starts, newest first: started, skipped or coalesced, and why. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getScheduleHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks
         * @description Newest first unless `sort` is given. Archived tasks are excluded by default. `host_id`: tasks on this host. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get task
         * @description Progress of a running task, or the result of a finished one. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        /**
         * Delete task
         * @description Deletes a finished task with its results. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{id}/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List task hosts
         * @description The hosts of the task with their outcomes, ordered by id. `outcome=failed` selects some; `meta.outcomes` counts all. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listTaskHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List task results
         * @description Services and findings of each host, ordered by host id. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listTaskResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop task
         * @description Takes effect within a second. Needs a token with the role `operator` or a higher one.
         */
        post: operations["stopTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Differential report of a template
         * @description Differences of each finished task from its baseline, oldest first. A finding is `fixed` only if it was checked again. Available as JSON, CSV, Markdown and one self-contained HTML page, selected by `format` or the Accept header. In every format, the header `Worst-New` is the highest severity among new findings of the latest task, or `nothing`; `severity` does not change it. The header `Worst-Open` is the highest severity among its open findings, and `Not-Checked` the number of hosts that it did not or only partly check, or `all` without a finished task. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getTemplateDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the differential report of a task
         * @description Includes archived tasks whose template was deleted. Available as JSON, CSV, Markdown and one self-contained HTML page, selected by `format` or the Accept header. In every format, the header `Worst-New` is the highest severity among new findings of the latest task, or `nothing`; `severity` does not change it. The header `Worst-Open` is the highest severity among its open findings, and `Not-Checked` the number of hosts that it did not or only partly check, or `all` without a finished task. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getTaskDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the full report of a task
         * @description Available as JSON, CSV, Markdown and one self-contained HTML page, selected by `format` or the Accept header. The header `Worst-Open` is the highest severity among its open findings, and `Not-Checked` the number of hosts that it did not or only partly check, or `all` without a finished task. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getTaskReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{id}/chain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the chain of a template in numbers
         * @description The counts of the diff of each finished task, oldest first: the numbers of `GET /templates/{id}/diff` without its entries. They are computed soon after a task has ended, and stored. `include=template` adds the template, as `GET /templates/{id}?include=groups`. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getTemplateChain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{id}/diff/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a section of the differences of a task
         * @description One section of `GET /tasks/{id}/diff` in pages, with filters: findings highest risk first, hosts and ports by host. `meta.diff` is the same for each page. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listDiffEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{id}/remediations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the remediations of a task
         * @description Highest risk first, with the acceptances that applied when the task finished. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listRemediationsOfTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List hosts
         * @description Returns all hosts unless `limit` or `page` is given. `ip`: an IP address, a CIDR block, or an IPv4 prefix ending in a dot. `name`: case-insensitive substring of the name. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listHostsV1"];
        put?: never;
        /**
         * Create hosts
         * @description `existing` lists hosts whose address already existed; they are left unchanged. Needs a token with the role `operator` or a higher one.
         */
        post: operations["createHostsV1"];
        /**
         * Delete hosts
         * @description All or nothing: one unknown id aborts the request. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["deleteHostsV1"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get host
         * @description The host, with its inventory if there is one. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getHostV1"];
        /**
         * Update host
         * @description Changes the given fields. Needs a token with the role `operator` or a higher one.
         */
        put: operations["updateHostV1"];
        post?: never;
        /**
         * Delete host
         * @description Deletes the host with its services, inventory and findings. Results of tasks are kept. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["deleteHostV1"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ws/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream agent events (WebSocket)
         * @description Each message is one event. `since` replays the events after that `seq`; `host_id` selects one host. Browsers authenticate with `ticket` (`POST /ws/tickets`). Close codes: 1013 client too slow, 4401 token revoked or expired, 1001 server shutting down; reconnect with `since`. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["streamAgentEventsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ws/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events (WebSocket)
         * @description Each message is one event with `seq`, `topic`, `event` and `time`: `task.started`, `task.progress`, `task.host_done`, `task.completed`, `task.failed`, `task.stopped`; `agent.…` as on `/ws/agents`; `feed.update.started`, `.progress`, `.finished`, `.failed`; `host.inventory.imported`; `.created`, `.updated` and `.deleted` of `host`, `group`, `template` and `acceptance`, one for all that one request changes. `topics` selects topics (all without it), `task_id` the events of one task among those of tasks. `since` replays the events after that `seq`, which is not that of `/ws/agents`. Progress of tasks and feeds is not replayed and has the `seq` of the event before it. Browsers authenticate with `ticket` (`POST /ws/tickets`). Close codes: 1013 client too slow, 4401 token revoked or expired, 1001 server shutting down; reconnect with `since`. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["streamEventsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List hosts
         * @description `current_ip`: an IP address, a CIDR block, or an IPv4 prefix ending in a dot. `hostname`: case-insensitive substring of the name. `meta.total` counts all that match. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listHosts"];
        put?: never;
        /**
         * Create hosts
         * @description `existing` lists hosts whose address already existed; they are left unchanged. Needs a token with the role `operator` or a higher one.
         */
        post: operations["createHosts"];
        /**
         * Delete hosts
         * @description All or nothing: one unknown id aborts the request. Instead of `ids`: `filter` with the names of the list, and `expected`, the number of hosts that it matches. `selection_changed` if the number differs. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["deleteHosts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get host
         * @description The host, with its newest inventory and packages if there is one, and what was checked of it. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getHost"];
        /**
         * Update host
         * @description Changes the given fields. Needs a token with the role `operator` or a higher one.
         */
        put: operations["updateHost"];
        post?: never;
        /**
         * Delete host
         * @description Deletes the host with its services, inventory and findings. Results of tasks are kept. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["deleteHost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the summary of the fleet
         * @description Hosts by status and coverage, open findings, what changed, the worst hosts, what to do first, the age of the data, agents, tasks and schedules. `since` adds what appeared and disappeared since the begin of that UTC day, by cause. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getSummaryOfFleet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List remediations
         * @description One for each host and action, highest risk first. Each open finding that is neither accepted nor rated unimportant is in exactly one. With filters: those with a finding that matches. `format=sh` returns the commands for one host as a shell script. `meta.not_checked` says how many hosts (of `host_id` or `group_id`, otherwise all) were not, or not wholly, checked. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listRemediations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the history of the fleet
         * @description One entry for each UTC day, oldest first, from the first recorded day on: open findings, those that appeared and disappeared by cause, and hosts checked. A value that was not observed is null, not 0. Two years are kept. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getHistoryOfFleet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List services
         * @description Latest known state. A port that was not scanned again keeps its old `last_seen`. `meta.last_scan` says which ports the last scan covered. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}/vulnerabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List findings
         * @description Highest risk first. `meta.coverage` says what of this host was matched; an empty list alone is not a clean bill. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vulnerabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List vulnerabilities
         * @description Currently affecting at least one host, highest risk first. `meta.not_checked` says how many hosts (of `host_id` or `group_id`, otherwise all) were not, or not wholly, checked. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listVulnerabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vulnerabilities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get vulnerability
         * @description With its findings (including unimportant ones), the advisories about it, and its acceptances. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getVulnerability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vulnerabilities/{id}/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the findings of a vulnerability
         * @description Where it was found, including unimportant ones; highest risk first. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listFindingsOfVulnerability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vulnerabilities/{id}/acceptances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept vulnerability
         * @description As `POST /acceptances`: with a reason, the hosts, and a package or port. An accepted finding is neither new nor fixed. Needs a token with the role `operator` or a higher one.
         */
        post: operations["acceptVulnerability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vulnerabilities/{id}/acceptances/{acceptance_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke acceptance
         * @description Revoke acceptance. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["revokeAcceptance"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the findings of all hosts
         * @description One item for each vulnerability in each package or on each port of a host, highest risk first. With `state=new` or `fixed`: one for each that appeared or disappeared, also on hosts that were deleted since (their address is empty). `meta.not_checked` says how many hosts (of `host_id` or `group_id`, otherwise all) were not, or not wholly, checked; `meta.changes` from when on changes are known. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listFindingsOfAllHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/acceptances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List acceptances
         * @description The newest first, ended ones included unless `ended=false`. With `format=openvex`: an OpenVEX document of the active ones. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listAcceptances"];
        put?: never;
        /**
         * Accept a vulnerability
         * @description On a host, the hosts of a group, or all hosts; in a package, on a port, or everywhere. An accepted finding is neither new nor fixed. A finding that appears elsewhere later is new. Needs a token with the role `operator` or a higher one.
         */
        post: operations["createAcceptance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/acceptances/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an acceptance
         * @description Also an ended one. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getAcceptance"];
        /**
         * Extend an acceptance
         * @description Changes the end (`until`; null: none) and, if given, the reason. The register keeps the acceptance as it was, as ended: the response is a new one that `replaces` it. Both cover the same findings. Needs a token with the role `operator` or a higher one.
         */
        put: operations["extendAcceptance"];
        post?: never;
        /**
         * End an acceptance
         * @description It stays in the register. Its findings are `changed` in the next diff. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["endAcceptance"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/acceptances/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept many findings
         * @description Stores an acceptance for each vulnerability of the selected open findings, on its host and in its package or on its port, or for the given hosts: all of them, or none. With `dry_run`, only says how many findings on how many hosts they cover. `selection_changed` if no open finding is selected, or if their number is not `expected`. At most 1,000 acceptances; each has a line in the audit log. Needs a token with the role `operator` or a higher one.
         */
        post: operations["createAcceptances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vex": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a VEX document
         * @description Statements with the status `not_affected` or `fixed` become acceptances of the kind `vendor`, matched by package URL and CPE name. They replace those of an earlier version of the document. Needs a token with the role `operator` or a higher one.
         */
        post: operations["importVexDocument"];
        /**
         * Switch off a VEX document
         * @description Ends all its acceptances. They stay in the register. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["switchOffVexDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}/inventory/packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List packages
         * @description Packages of the stored inventory, ordered by name. `name`: part of the name, case-insensitive. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listPackages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}/inventory/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List package changes
         * @description Packages that were installed, removed, upgraded or downgraded between inventories of a host, latest first. The first inventory produces no changes. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listPackageChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the agent of a host
         * @description Agent state and its 20 most recent operations, newest first. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getAgent"];
        put?: never;
        /**
         * Install, update or uninstall the agent
         * @description Queues an operation; one per host at a time. Installing over an existing agent repairs it. `dry_run: true` logs in and checks everything, but makes no changes. Needs a token with the role `operator` or a higher one.
         */
        post: operations["startAgentOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}/agent/operations/{operation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent operation
         * @description Status, step and error of one operation. Operations are kept after their end. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getAgentOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}/ssh-host-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pin the SSH host key
         * @description Before the first login, or after an intended change: the fingerprint that `ssh-keygen -l -f /etc/ssh/ssh_host_ed25519_key.pub` prints on the host. Needs a token with the role `admin`.
         */
        put: operations["pinSshHostKey"];
        post?: never;
        /**
         * Forget the SSH host key
         * @description The next login of an admin trusts the key that the host presents, and pins it. Keys are pinned by the host's address, and outlive the host. Needs a token with the role `admin`.
         */
        delete: operations["forgetSshHostKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}/winrm-certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pin the WinRM certificate
         * @description Before the first login, or after a renewal: the SHA-256 of the certificate in DER, with or without colons. Needs a token with the role `admin`.
         */
        put: operations["pinWinrmCertificate"];
        post?: never;
        /**
         * Forget the WinRM certificate
         * @description The next login of an admin over HTTPS trusts the certificate that the host presents, and pins it. Needs a token with the role `admin`.
         */
        delete: operations["forgetWinrmCertificate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent-operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agent operations
         * @description Operations of all hosts, newest first. With `batch`, `meta.batch` counts its operations by state, and its failures and refusals by code. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listAgentOperations"];
        put?: never;
        /**
         * Install, update or uninstall many agents
         * @description Queues an operation for each host, as one batch. A host that cannot have one is in `refusals` with the code that `POST /hosts/{id}/agent` responds with. Instead of `host_ids`: `filter` with the names of `GET /hosts`, and `expected`, the number of hosts that it matches. The type of the credential decides about the operating system. `dry_run: true` logs in and checks everything, but makes no changes. Needs a token with the role `operator` or a higher one.
         */
        post: operations["startAgentBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * @description The agents of all hosts with their last check-in and operation. `outdated` says that the version differs from the one that an update installs. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/task-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List task types
         * @description The types of templates, with a JSON Schema of their params, the values of omitted params, and how fast ports are scanned at each speed. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listTaskTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the timeline of a host
         * @description Tasks with what they changed, changes of packages, agent operations and acceptances, from `from` (default: 90 days before `to`) to before `to` (default: now); at most 400 days. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getTimelineOfHost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a schedule before saving
         * @description The next starts of a schedule that is not stored, with clock changes marked. The errors are those of saving it. Nothing is stored. Needs a token with the role `operator` or a higher one.
         */
        post: operations["previewUnsavedSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules/starts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the starts of schedules
         * @description The starts of each template with a schedule from `from` (default: now) to before `to` (default: 7 days later; at most 62): due ones with their result and task, and planned ones. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listStartsOfSchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test credential
         * @description Logs in to a host and determines the rights there. Nothing is changed on the host. A new host key is trusted and pinned as by any other login; the step `login` says so. Needs a token with the role `operator` or a higher one.
         */
        post: operations["testCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description Groups with the ids of their hosts. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Create group
         * @description The hosts may be given with it, or added later. Needs a token with the role `operator` or a higher one.
         */
        post: operations["createGroup"];
        /**
         * Delete groups
         * @description All or nothing: one unknown id aborts the request. Hosts are not deleted. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["deleteGroups"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get group
         * @description The group with the ids of its hosts. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getGroup"];
        /**
         * Update group
         * @description Changes the given fields; `host_ids` replaces all members. Only an admin adds hosts to a group in the scope of a credential. Needs a token with the role `operator` or a higher one.
         */
        put: operations["updateGroup"];
        post?: never;
        /**
         * Delete group
         * @description Hosts are not deleted. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        /**
         * Patch group
         * @description Adds and then removes hosts, and changes the given fields, all or nothing. Other members stay, also those that another request adds meanwhile. Hosts that are in the group already, or are not in it, change nothing. Only an admin adds hosts to a group in the scope of a credential. Needs a token with the role `operator` or a higher one.
         */
        patch: operations["patchGroup"];
        trace?: never;
    };
    "/groups/{id}/hosts/{host_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add host to group
         * @description Returns the group. A host that is already in it changes nothing. Only an admin adds hosts to a group in the scope of a credential. Needs a token with the role `operator` or a higher one.
         */
        put: operations["addHostToGroup"];
        post?: never;
        /**
         * Remove host from group
         * @description Neither the host nor the group is deleted. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["removeHostFromGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add hosts to group by a filter
         * @description Adds all hosts that match; members stay. `filter` has the names of `GET /hosts`, and `expected` is the number of hosts that it matches; `selection_changed` if the number differs. Needs a token with the role `operator` or a higher one.
         */
        put: operations["addHostsToGroup"];
        post?: never;
        /**
         * Remove hosts from group by a filter
         * @description Removes all hosts that match; hosts are not deleted. `filter` has the names of `GET /hosts`, and `expected` is the number of hosts that it matches; `selection_changed` if the number differs. Needs a token with the role `operator` or a higher one.
         */
        delete: operations["removeHostsFromGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credentials
         * @description Names, types and uses. Secrets are never returned. Needs a token with the role `operator` or a higher one.
         */
        get: operations["listCredentials"];
        put?: never;
        /**
         * Create credential
         * @description Secrets are stored encrypted and never returned. A private key is read with its passphrase, which is not stored. With a `scope`, the credential is used in it only. Without one, admins use it on any host, and operators where an admin has used it. Needs a token with the role `admin`.
         */
        post: operations["createCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get credential
         * @description Name, type and uses. Secrets are never returned. Needs a token with the role `operator` or a higher one.
         */
        get: operations["getCredential"];
        /**
         * Update credential
         * @description Changes or rotates a credential. Fields that are absent stay as they are; a `scope`, `certificate` or `sudo_password` of null is removed. The type cannot be changed. Needs a token with the role `admin`.
         */
        put: operations["updateCredential"];
        post?: never;
        /**
         * Delete credential
         * @description Delete credential. Needs a token with the role `admin`.
         */
        delete: operations["deleteCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification-channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification channels
         * @description Where messages are sent. Secrets are never returned. Needs a token with the role `operator` or a higher one.
         */
        get: operations["listNotificationChannels"];
        put?: never;
        /**
         * Create notification channel
         * @description A webhook, or recipients of email. URL and secrets are stored encrypted. Messages are sent once a rule names the channel. Needs a token with the role `admin`.
         */
        post: operations["createNotificationChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification-channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get notification channel
         * @description Where messages are sent. Secrets are never returned. Needs a token with the role `operator` or a higher one.
         */
        get: operations["getNotificationChannel"];
        /**
         * Update notification channel
         * @description Absent fields stay as they are, secrets included; null removes. A URL of another server needs the secret again, or null. Needs a token with the role `admin`.
         */
        put: operations["updateNotificationChannel"];
        post?: never;
        /**
         * Delete notification channel
         * @description With its rules and its deliveries, those not sent yet included. Needs a token with the role `admin`.
         */
        delete: operations["deleteNotificationChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification-channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test notification channel
         * @description Sends a message now, also on a disabled channel, and returns what the other side answered. The status is 200 also when the message was not accepted: `ok` is false then. Needs a token with the role `admin`.
         */
        post: operations["testNotificationChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification rules
         * @description Which channel gets which events. Needs a token with the role `operator` or a higher one.
         */
        get: operations["listNotificationRules"];
        put?: never;
        /**
         * Create notification rule
         * @description The end of a task makes at most one message of a rule, however many findings it has. Filters apply to what templates, groups and hosts have: all that are given must match. Needs a token with the role `admin`.
         */
        post: operations["createNotificationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get notification rule
         * @description Which events a channel gets. Needs a token with the role `operator` or a higher one.
         */
        get: operations["getNotificationRule"];
        /**
         * Update notification rule
         * @description Absent fields stay as they are; null removes a filter or the digest: messages that wait for it are sent at once, as the last digest. Needs a token with the role `admin`.
         */
        put: operations["updateNotificationRule"];
        post?: never;
        /**
         * Delete notification rule
         * @description Messages that are ready are still sent. Those that wait for its digest are given up, and listed as failed. Needs a token with the role `admin`.
         */
        delete: operations["deleteNotificationRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification deliveries
         * @description Messages that were sent, are being sent, or were given up after 24 hours; the newest first without `sort`. They are kept for EVENT_RETENTION_DAYS. Needs a token with the role `operator` or a higher one.
         */
        get: operations["listNotificationDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tokens
         * @description Names, roles and last use. The tokens themselves are not stored. Needs a token with the role `admin`.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create token
         * @description The token is shown only in this response. Needs a token with the role `admin`.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current token
         * @description `id` is null for API_TOKEN, which is not stored. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getCurrentToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke token
         * @description Takes effect immediately. The token of the request cannot be revoked. Needs a token with the role `admin`.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current session
         * @description The session of this request; 404 for a request with a token. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getCurrentSession"];
        put?: never;
        /**
         * Sign in to the console
         * @description Starts a session with the code of a link (`hostwarden console`) or with a token. A session has two halves: the cookie that is set, and `header`, which requests send as `Hostwarden-Session`. Needs no token.
         */
        post: operations["startSession"];
        /**
         * Sign out of the console
         * @description Ends the session of this request, and deletes its cookie. Needs a token with the role `viewer` or a higher one.
         */
        delete: operations["endCurrentSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a code for a link to the console
         * @description The code starts one session within two minutes, with the rights of this token, or with fewer. The link is `/ui/sign-in#<code>`. Needs a token with the role `viewer` or a higher one.
         */
        post: operations["createSignInCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Sessions of the console that have not ended, the newest first without `sort`. Needs a token with the role `admin`.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End session
         * @description Takes effect immediately: open connections of the session are closed. Needs a token with the role `admin`.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit lines
         * @description Who changed what, the newest first: one line for each request that changed data or was refused. Failed logins of one address are summed up. Kept for AUDIT_RETENTION_DAYS. Needs a token with the role `admin`.
         */
        get: operations["listAuditLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List feeds
         * @description Vulnerability feeds by publisher, with their age and status. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listFeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{name}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rejected records
         * @description Records that could not be parsed, the first 1,000 of each file. `rejected` of the feed counts all. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listRejectedRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{name}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update feed
         * @description Fetches new data from the publisher. Poll the feed's `status`, `progress` and `error`. Needs a token with the role `admin`.
         */
        post: operations["updateFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Import feed
         * @description The publisher's unmodified file (JSON, CSV, gzip, or a zip or tar of several), with any content type. Responds once the data is active and all hosts have been re-evaluated. An unreadable file changes nothing. The header `Last-Modified` dates a file without its own date. Needs a token with the role `admin`.
         */
        put: operations["importFeed"];
        post?: never;
        /**
         * Clear feed
         * @description Findings based only on this feed are removed. The reports of tasks keep earlier findings. Needs a token with the role `admin`.
         */
        delete: operations["clearFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get settings
         * @description The effective settings, without secrets: time zone, limits, retention, and the size of the data directory in bytes. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ws/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream agent events (WebSocket)
         * @description Each message is one event. `since` replays the events after that `seq`; `host_id` selects one host. Browsers authenticate with `ticket` (`POST /ws/tickets`). Close codes: 1013 client too slow, 4401 token revoked or expired, 1001 server shutting down; reconnect with `since`. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["streamAgentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ws/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events (WebSocket)
         * @description Each message is one event with `seq`, `topic`, `event` and `time`: `task.started`, `task.progress`, `task.host_done`, `task.completed`, `task.failed`, `task.stopped`; `agent.…` as on `/ws/agents`; `feed.update.started`, `.progress`, `.finished`, `.failed`; `host.inventory.imported`; `.created`, `.updated` and `.deleted` of `host`, `group`, `template` and `acceptance`, one for all that one request changes. `topics` selects topics (all without it), `task_id` the events of one task among those of tasks. `since` replays the events after that `seq`, which is not that of `/ws/agents`. Progress of tasks and feeds is not replayed and has the `seq` of the event before it. Browsers authenticate with `ticket` (`POST /ws/tickets`). Close codes: 1013 client too slow, 4401 token revoked or expired, 1001 server shutting down; reconnect with `since`. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ws/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a ticket for /ws/agents
         * @description For browsers, which cannot set headers on a WebSocket handshake, also of `/ws/events`: valid for one handshake within 30 seconds, as `?ticket=`. For a request with a session, the answer has the session too. Needs a token with the role `viewer` or a higher one.
         */
        post: operations["createWebSocketTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}/agent/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agent events of a host
         * @description Events after the `seq` in `since`, oldest first; the same as on `/ws/agents`. Needs a token with the role `viewer` or a higher one.
         */
        get: operations["listAgentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosts/{id}/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Import an inventory
         * @description For hosts without remote login: the output of `hostwarden inventory collect`, as sections of raw text, or unchanged with the type `text/plain`. Unreadable parts are listed in `warnings`; the rest is stored. Accepts `Content-Encoding: gzip`, up to 32 MiB decompressed. Needs a token with the role `operator` or a higher one.
         */
        put: operations["importInventory"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @enum {string} */
            code: "malformed_http" | "malformed_json" | "validation_failed" | "unauthorized" | "credential_not_allowed" | "forbidden" | "not_found" | "route_not_found" | "method_not_allowed" | "conflict" | "name_taken" | "ip_taken" | "task_finished" | "task_working" | "no_schedule" | "operation_working" | "credential_in_use" | "upload_working" | "selection_changed" | "own_token" | "body_too_large" | "unsupported_media_type" | "unknown_reference" | "acceptance_too_wide" | "vex_not_understood" | "credential_mismatch" | "credential_type_fixed" | "key_unreadable" | "passphrase_missing" | "passphrase_wrong" | "certificate_unreadable" | "certificate_of_another_key" | "certificate_expired" | "nothing_readable" | "unsupported_format" | "feed_damaged" | "feed_too_large" | "feed_not_understood" | "no_hosts" | "too_many_hosts" | "type_fixed" | "upgrade_required" | "rate_limited" | "internal" | "database_busy" | "database_unavailable" | "disk_full" | "shutting_down" | "not_ready";
            request_id: string;
            errors?: {
                /** @enum {string} */
                in: "body" | "query" | "path";
                path: string;
                message: string;
            }[];
            conflict?: {
                id: number;
            };
        };
        /**
         * @example {
         *       "status": "offline",
         *       "agent": "none"
         *     }
         */
        HostFilter: {
            current_ip?: string;
            hostname?: string;
            /** @description substring of name or address */
            q?: string;
            /** @enum {string} */
            status?: "unknown" | "online" | "offline";
            /** @description substring of the operating system's name */
            system?: string;
            /** @enum {string} */
            agent?: "online" | "offline" | "none";
            /**
             * @description hosts with an open finding of this severity or a higher one
             * @enum {string}
             */
            severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            /**
             * @description addresses of ranges at which nothing ever answered: `false` (default) leaves them out, `true` lists only them, `all` lists hosts and addresses; an `id` is found in any case
             * @enum {string}
             */
            unanswered?: "false" | "true" | "all";
            /**
             * @description as `not_checked` of the summary counts
             * @enum {string}
             */
            coverage?: "checked" | "not_checked";
            group_id?: number;
            /** @description whether a known exploited vulnerability is open */
            kev?: boolean;
        };
        /**
         * @example {
         *       "name": "nightly",
         *       "type": "pentest",
         *       "hosts": [
         *         7
         *       ],
         *       "groups": [],
         *       "params": {
         *         "ports": [
         *           "22",
         *           "8000-8100"
         *         ],
         *         "speed": "3"
         *       },
         *       "enabled": false,
         *       "schedule": {
         *         "type": 3,
         *         "recurrence": 1,
         *         "startTime": "2026-11-22T02:00:00+01:00"
         *       }
         *     }
         */
        NewTemplate: {
            name: string;
            /** @enum {string} */
            type: "pentest";
            /**
             * @example [
             *       7,
             *       8
             *     ]
             * @example {
             *       "filter": {
             *         "status": "online"
             *       },
             *       "expected": 12
             *     }
             */
            hosts: number[] | {
                filter: components["schemas"]["HostFilter"];
                /** @description the number of hosts that must match; otherwise nothing changes */
                expected: number;
            };
            groups?: number[];
            params?: {
                [key: string]: unknown;
            } | null;
            enabled: boolean;
            schedule?: components["schemas"]["NewSchedule"] | null;
            /** @description the name may be that of another template, as of those that `hostwarden scan` makes; default: names are unique without regard to case */
            shares_name?: boolean;
        };
        /**
         * @example {
         *       "type": 3,
         *       "recurrence": 1,
         *       "startTime": "2026-11-22T02:00:00+01:00"
         *     }
         */
        NewSchedule: {
            /** @description Unit of recurrence: 1 minute, 2 hour, 3 day, 4 week, 5 month */
            type: number;
            recurrence: number;
            startTime?: (number | string) | null;
            endTime?: (number | string) | null;
        } | {
            /** @description Unit of recurrence: 1 minute, 2 hour, 3 day, 4 week, 5 month */
            type: number;
            recurrence: number;
            start_time: (number | string) | null;
            end_time?: (number | string) | null;
        };
        /**
         * @example {
         *       "id": 3,
         *       "created_at": 1790000000,
         *       "updated_at": 1790000000,
         *       "name": "nightly",
         *       "type": "pentest",
         *       "hosts": [
         *         7
         *       ],
         *       "groups": [
         *         1
         *       ],
         *       "params": {
         *         "ports": [
         *           "22",
         *           "8000-8100"
         *         ],
         *         "speed": "3"
         *       },
         *       "schedule": {
         *         "last_start": 0,
         *         "scheduled_time": 1790042400,
         *         "enabled": true,
         *         "is_expired": false,
         *         "type": 3,
         *         "recurrence": 1,
         *         "start_time": 1789956000,
         *         "local_time": null,
         *         "end_time": null
         *       }
         *     }
         */
        Template: {
            id: number;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
            name: string;
            type: string;
            hosts: number[];
            groups: number[];
            params: {
                [key: string]: unknown;
            } | null;
            schedule: components["schemas"]["Schedule"] | null;
            /** @description of the first 30 of `hosts`; only with `include=hosts` */
            host_names?: string[];
            /** @description in the order of `groups`; only with `include=groups` */
            group_names?: string[];
            /** @description the next 5 starts, also of a disabled schedule; only with `include=starts`; null: no schedule */
            next_starts?: components["schemas"]["SchedulePreview"] | null;
            /** @description the type with the JSON Schema of its params; only with `include=task_type` */
            task_type?: components["schemas"]["TaskType"];
            /** @description only with `include=last_task`; null: no task of the template has started */
            last_task?: {
                id: number;
                number_task: string;
                /** @enum {string} */
                status: "working" | "completed" | "failed" | "stopped";
                percent: number;
                started_at: number | null;
                finished_at: number | null;
                hosts_total: number;
                hosts_done: number;
                error: string | null;
                /** @description new findings of its diff; null: not counted yet, `GET /templates/{id}/chain` counts them */
                new: {
                    total: number;
                    /** @description null: nothing is new */
                    worst: ("critical" | "high" | "medium" | "low" | "none" | "unknown") | null;
                } | null;
            } | null;
        };
        /**
         * @example {
         *       "last_start": 0,
         *       "scheduled_time": 1790042400,
         *       "enabled": true,
         *       "is_expired": false,
         *       "type": 3,
         *       "recurrence": 1,
         *       "start_time": 1789956000,
         *       "local_time": null,
         *       "end_time": null
         *     }
         */
        Schedule: {
            /** @description Unix time in seconds */
            last_start: number;
            /** @description Unix time in seconds */
            scheduled_time: number;
            enabled: boolean;
            is_expired: boolean;
            type: number;
            recurrence: number;
            /** @description Unix time in seconds */
            start_time: number;
            /** @description HH:MM if a clock change moves the first start: the local time of all others; otherwise null */
            local_time: string | null;
            end_time: number | null;
        };
        /**
         * @example {
         *       "zone": "Europe/Berlin",
         *       "starts": [
         *         {
         *           "at": 1774747800,
         *           "local": "2026-03-29T03:30:00+02:00",
         *           "clock_change": "forward",
         *           "local_time": "skipped"
         *         }
         *       ]
         *     }
         */
        SchedulePreview: {
            /** @description the time zone of schedules: `SCHEDULE_TIMEZONE` */
            zone: string;
            starts: {
                /** @description Unix time in seconds */
                at: number;
                /** @description the time in that zone, ISO 8601 with the offset */
                local: string;
                /** @description the clock of the zone changed since the start before */
                clock_change: ("forward" | "backward") | null;
                /**
                 * @description skipped: the clock change skips the local time, and the start is moved forward; repeated: the local time happens twice, and the first one counts
                 * @enum {string}
                 */
                local_time: "normal" | "skipped" | "repeated";
            }[];
        };
        /**
         * @example {
         *       "type": "pentest",
         *       "label": "Network scan",
         *       "description": "Scans ports.",
         *       "params_schema": {
         *         "type": "object",
         *         "properties": {
         *           "speed": {
         *             "title": "Speed"
         *           }
         *         }
         *       },
         *       "defaults": {
         *         "speed": "3",
         *         "checks": "on"
         *       },
         *       "default_ports": {
         *         "count": 3,
         *         "tcp": "22,80-81",
         *         "udp": "53,161"
         *       },
         *       "estimates": [
         *         {
         *           "speed": "3",
         *           "ports_per_second": 10000,
         *           "silent_ports_per_second": 312.5
         *         }
         *       ]
         *     }
         */
        TaskType: {
            /** @description the `type` of a template */
            type: string;
            label: string;
            description: string;
            /** @description JSON Schema (2020-12) of `params`; `title` is the label of a field */
            params_schema: {
                [key: string]: unknown;
            };
            /** @description what omitted params stand for, except `ports`; null: nothing */
            defaults: {
                [key: string]: unknown;
            } | null;
            /** @description the ports of a scan without `ports`; null: the type does not scan */
            default_ports: {
                /** @description the number of TCP ports */
                count: number;
                tcp: string;
                udp: string;
            } | null;
            /** @description the pace of a scan of one host, by speed */
            estimates: {
                speed: string;
                /** @description of a host whose closed ports answer */
                ports_per_second: number;
                /** @description of a host that drops packets to its closed ports */
                silent_ports_per_second: number;
            }[];
        };
        /**
         * @example {
         *       "name": "weekly",
         *       "schedule": {
         *         "type": 4,
         *         "recurrence": 1,
         *         "enabled": true
         *       }
         *     }
         */
        TemplateChange: {
            name?: string;
            hosts?: number[];
            groups?: number[];
            params?: {
                [key: string]: unknown;
            } | null;
            schedule?: components["schemas"]["ScheduleChange"] | null;
            type?: string;
            /** @description read-only: ignored */
            id?: unknown;
            /** @description read-only: ignored */
            created_at?: unknown;
            /** @description read-only: ignored */
            updated_at?: unknown;
        } | null;
        /**
         * @example {
         *       "type": 4,
         *       "recurrence": 1,
         *       "enabled": true
         *     }
         * @example {
         *       "last_start": 0,
         *       "scheduled_time": 1790042400,
         *       "enabled": true,
         *       "is_expired": false,
         *       "type": 3,
         *       "recurrence": 1,
         *       "start_time": 1789956000,
         *       "local_time": null,
         *       "end_time": null
         *     }
         */
        ScheduleChange: {
            /** @description Unit of recurrence: 1 minute, 2 hour, 3 day, 4 week, 5 month */
            type: number;
            recurrence: number;
            enabled?: boolean;
            /** @description read-only: ignored */
            last_start?: unknown;
            /** @description read-only: ignored */
            scheduled_time?: unknown;
            /** @description read-only: ignored */
            is_expired?: unknown;
            /** @description read-only: ignored */
            local_time?: unknown;
            startTime?: (number | string) | null;
            endTime?: (number | string) | null;
        } | {
            /** @description Unit of recurrence: 1 minute, 2 hour, 3 day, 4 week, 5 month */
            type: number;
            recurrence: number;
            enabled?: boolean;
            /** @description read-only: ignored */
            last_start?: unknown;
            /** @description read-only: ignored */
            scheduled_time?: unknown;
            /** @description read-only: ignored */
            is_expired?: unknown;
            /** @description read-only: ignored */
            local_time?: unknown;
            start_time: (number | string) | null;
            end_time?: (number | string) | null;
        };
        /**
         * @example {
         *       "add_hosts": [
         *         7,
         *         8
         *       ],
         *       "remove_groups": [
         *         1
         *       ],
         *       "params": {
         *         "speed": "2",
         *         "ports": null
         *       }
         *     }
         */
        TemplatePatch: {
            name?: string;
            add_hosts?: number[];
            remove_hosts?: number[];
            add_groups?: number[];
            remove_groups?: number[];
            /** @description params to set; null removes one, or all of them */
            params?: {
                [key: string]: unknown;
            } | null;
            schedule?: components["schemas"]["ScheduleChange"] | null;
        };
        /**
         * @example {
         *       "id": 12,
         *       "created_at": 1790000000,
         *       "updated_at": 1790000004,
         *       "number_task": "TASK-00012",
         *       "templates_id": 3,
         *       "template": "nightly",
         *       "task_type": "pentest",
         *       "status": "working",
         *       "percent": 31,
         *       "state": "Scanning 192.0.2.10: 312 of 1000 ports (3 of 12 hosts)",
         *       "archived": false,
         *       "started_at": 1790000000,
         *       "finished_at": null,
         *       "trigger": "manual",
         *       "scheduled_for": null,
         *       "hosts_total": 12,
         *       "hosts_done": 3,
         *       "hosts_unanswered": 0,
         *       "error": null
         *     }
         */
        Task: {
            id: number;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
            number_task: string;
            templates_id: number;
            /** @description its name; null: it was deleted */
            template: string | null;
            task_type: string;
            /** @enum {string} */
            status: "working" | "completed" | "failed" | "stopped";
            percent: number;
            state: string;
            archived: boolean;
            started_at: number | null;
            finished_at: number | null;
            /** @enum {string} */
            trigger: "manual" | "schedule" | "creation" | "cli";
            scheduled_for: number | null;
            hosts_total: number;
            hosts_done: number;
            /** @description addresses of ranges at which nothing ever answered: counted in `hosts_total` and `hosts_done`, but no hosts */
            hosts_unanswered: number;
            error: string | null;
        };
        /**
         * @example {
         *       "templates_id": 3,
         *       "enable": false
         *     }
         */
        SwitchSchedule: {
            templates_id: number;
            enable: boolean;
        };
        /**
         * @example {
         *       "due_at": 1790042400,
         *       "result": "started",
         *       "reason": null,
         *       "detail": null,
         *       "task_id": 12,
         *       "recorded_at": 1790042400
         *     }
         */
        ScheduleHistoryItem: {
            /** @description Unix time in seconds */
            due_at: number;
            /** @enum {string} */
            result: "started" | "skipped" | "coalesced";
            reason: string | null;
            detail: string | null;
            task_id: number | null;
            /** @description Unix time in seconds */
            recorded_at: number;
        };
        /**
         * @example {
         *       "host_id": 7,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "outcome": "unreachable",
         *       "reason": "no_answer",
         *       "detail": "Nothing answered",
         *       "started_at": 1790000000,
         *       "finished_at": 1790000002
         *     }
         */
        TaskHost: {
            host_id: number;
            ip: string;
            name: string;
            outcome: ("done" | "unreachable" | "not_allowed" | "failed" | "stopped" | "no_agent" | "agent_offline" | "auth_failed" | "timeout" | "bad_data" | "no_import") | null;
            reason: string | null;
            detail: string | null;
            started_at: number | null;
            finished_at: number | null;
        };
        /**
         * @example {
         *       "host_id": 7,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "outcome": "done",
         *       "coverage": {
         *         "packages": {
         *           "state": "matched",
         *           "reason": null,
         *           "message": null,
         *           "feeds": [
         *             {
         *               "name": "osv-debian",
         *               "data_from": 1789990000,
         *               "stale": false
         *             }
         *           ]
         *         },
         *         "services": {
         *           "state": "not_matched",
         *           "reason": "no_data",
         *           "message": "No vulnerability data for services: run `hostwarden feed update`.",
         *           "feeds": []
         *         }
         *       },
         *       "services": [
         *         {
         *           "port": 22,
         *           "transport": "tcp",
         *           "state": "open",
         *           "service": "ssh",
         *           "product": "OpenSSH",
         *           "version": "9.2p1",
         *           "revision": "Debian 2+deb12u3",
         *           "cpe": "cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*",
         *           "banner": "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3",
         *           "tls": null,
         *           "details": {},
         *           "confidence": "confirmed",
         *           "first_seen": 1790000000,
         *           "last_seen": 1790086400
         *         }
         *       ],
         *       "findings": [
         *         {
         *           "vulnerability_id": "CVE-2024-6387",
         *           "title": "A race condition in the signal handler of sshd",
         *           "cvss_score": 8.1,
         *           "epss": {
         *             "score": 0.64,
         *             "percentile": 0.98,
         *             "date": "2026-11-01"
         *           },
         *           "kev": null,
         *           "aliases": [
         *             "DSA-5724-1"
         *           ],
         *           "severity": "critical",
         *           "cvss_vector": "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H",
         *           "host_id": 7,
         *           "ip": "192.0.2.10",
         *           "name": "web-1",
         *           "package": "openssh-server",
         *           "architecture": "amd64",
         *           "port": null,
         *           "transport": null,
         *           "program": null,
         *           "runs_old_code": null,
         *           "running_version": null,
         *           "installed_version": "1:9.2p1-2+deb12u2",
         *           "fixed_version": "1:9.2p1-2+deb12u3",
         *           "confidence": "confirmed",
         *           "advisory": "DEBIAN-CVE-2024-6387",
         *           "advisory_url": "https://security-tracker.debian.org/tracker/CVE-2024-6387",
         *           "feed": "osv-debian",
         *           "feed_version": "2026-11-01T04:00:00Z",
         *           "explanation": "Installed version openssh-server 1:9.2p1-2+deb12u2 (built from openssh 1:9.2p1-2+deb12u2) is older than the fixed version 1:9.2p1-2+deb12u3 for Debian:12 (dpkg version order).",
         *           "remedy": "apt-get update && apt-get install --only-upgrade openssh-server",
         *           "risk": 58.3,
         *           "risk_reason": "EPSS 0.64; CVSS 8.1.",
         *           "first_seen": 1789900000,
         *           "last_seen": 1789990000,
         *           "accepted": null
         *         }
         *       ]
         *     }
         */
        TaskResult: {
            host_id: number;
            ip: string;
            name: string;
            outcome: ("done" | "unreachable" | "not_allowed" | "failed" | "stopped" | "no_agent" | "agent_offline" | "auth_failed" | "timeout" | "bad_data" | "no_import") | null;
            coverage: components["schemas"]["Coverage"];
            services: components["schemas"]["Service"][];
            findings: components["schemas"]["Finding"][];
        };
        /**
         * @example {
         *       "packages": {
         *         "state": "matched",
         *         "reason": null,
         *         "message": null,
         *         "feeds": [
         *           {
         *             "name": "osv-debian",
         *             "data_from": 1789990000,
         *             "stale": false
         *           }
         *         ]
         *       },
         *       "services": {
         *         "state": "not_matched",
         *         "reason": "no_data",
         *         "message": "No vulnerability data for services: run `hostwarden feed update`.",
         *         "feeds": []
         *       }
         *     }
         */
        Coverage: {
            packages: components["schemas"]["CoveragePart"];
            services: components["schemas"]["CoveragePart"];
        };
        /**
         * @example {
         *       "state": "matched",
         *       "reason": null,
         *       "message": null,
         *       "feeds": [
         *         {
         *           "name": "osv-debian",
         *           "data_from": 1789990000,
         *           "stale": false
         *         }
         *       ]
         *     }
         */
        CoveragePart: {
            /** @enum {string} */
            state: "matched" | "partly" | "not_matched" | "not_applicable";
            reason: ("no_data" | "unsupported_system" | "unreadable" | "not_collected" | "no_result" | "checks_off" | "other_publishers" | "no_answer" | "end_of_life") | null;
            /** @description a sentence with the remedy */
            message: string | null;
            feeds: components["schemas"]["FeedDate"][];
            /** @description packages of other publishers, or of unknown module streams, that no data covers; absent: none is known */
            packages_not_matched?: {
                count: number;
                vendors: {
                    name: string;
                    count: number;
                }[];
                /** @description the first 20 by name */
                packages: {
                    name: string;
                    version: string;
                    vendor: string;
                }[];
            };
            /** @description numbers of packages of one host: each has exactly one verdict; absent: not counted */
            verdicts?: {
                matched: number;
                other_vendor: number;
                unknown_origin: number;
                no_data: number;
                end_of_life: number;
            };
            /** @description of packages: whether their system still gets security updates */
            support?: {
                system: string | null;
                /** @enum {string} */
                state: "supported" | "end_of_life" | "rolling" | "unknown";
                /** @description the last day with security updates */
                until: string | null;
                /** @description the last day of support for which a subscription is needed */
                extended_until: string | null;
            };
            /** @description CVEs of the last 12 months that name programs of a host, and those of them without product data */
            products?: {
                name: string;
                cves: number;
                without_data: number;
            }[];
        };
        /**
         * @example {
         *       "name": "osv-debian",
         *       "data_from": 1789990000,
         *       "stale": false
         *     }
         */
        FeedDate: {
            name: string;
            /** @description date of the publisher's data */
            data_from: number | null;
            /** @description older than FEED_STALE_DAYS */
            stale: boolean;
        };
        /**
         * @example {
         *       "port": 22,
         *       "transport": "tcp",
         *       "state": "open",
         *       "service": "ssh",
         *       "product": "OpenSSH",
         *       "version": "9.2p1",
         *       "revision": "Debian 2+deb12u3",
         *       "cpe": "cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*",
         *       "banner": "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3",
         *       "tls": null,
         *       "details": {},
         *       "confidence": "confirmed",
         *       "first_seen": 1790000000,
         *       "last_seen": 1790086400
         *     }
         */
        Service: {
            port: number;
            /** @enum {string} */
            transport: "tcp" | "udp";
            /** @constant */
            state: "open";
            service: string | null;
            product: string | null;
            version: string | null;
            revision: string | null;
            cpe: string | null;
            banner: string | null;
            tls: components["schemas"]["Tls"] | null;
            details: {
                [key: string]: string | number | boolean | null | string[];
            };
            /** @enum {string} */
            confidence: "confirmed" | "likely" | "possible";
            /** @description Unix time in seconds */
            first_seen: number;
            /** @description Unix time in seconds */
            last_seen: number;
        };
        Tls: {
            version: string;
            subject: string;
            issuer: string;
            sans: string[];
            /** @description Unix time in seconds */
            not_before: number;
            /** @description Unix time in seconds */
            not_after: number;
            self_signed: boolean;
            fingerprint_sha256: string;
        };
        /**
         * @example {
         *       "vulnerability_id": "CVE-2024-6387",
         *       "title": "A race condition in the signal handler of sshd",
         *       "cvss_score": 8.1,
         *       "epss": {
         *         "score": 0.64,
         *         "percentile": 0.98,
         *         "date": "2026-11-01"
         *       },
         *       "kev": null,
         *       "aliases": [
         *         "DSA-5724-1"
         *       ],
         *       "severity": "critical",
         *       "cvss_vector": "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H",
         *       "host_id": 7,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "package": "openssh-server",
         *       "architecture": "amd64",
         *       "port": null,
         *       "transport": null,
         *       "program": null,
         *       "runs_old_code": null,
         *       "running_version": null,
         *       "installed_version": "1:9.2p1-2+deb12u2",
         *       "fixed_version": "1:9.2p1-2+deb12u3",
         *       "confidence": "confirmed",
         *       "advisory": "DEBIAN-CVE-2024-6387",
         *       "advisory_url": "https://security-tracker.debian.org/tracker/CVE-2024-6387",
         *       "feed": "osv-debian",
         *       "feed_version": "2026-11-01T04:00:00Z",
         *       "explanation": "Installed version openssh-server 1:9.2p1-2+deb12u2 (built from openssh 1:9.2p1-2+deb12u2) is older than the fixed version 1:9.2p1-2+deb12u3 for Debian:12 (dpkg version order).",
         *       "remedy": "apt-get update && apt-get install --only-upgrade openssh-server",
         *       "risk": 58.3,
         *       "risk_reason": "EPSS 0.64; CVSS 8.1.",
         *       "first_seen": 1789900000,
         *       "last_seen": 1789990000,
         *       "accepted": null
         *     }
         */
        Finding: {
            vulnerability_id: string;
            title: string;
            cvss_score: number | null;
            epss: {
                score: number;
                percentile: number | null;
                date: string | null;
            } | null;
            kev: {
                date_added: string;
                due_date: string | null;
                ransomware: boolean;
            } | null;
            aliases: string[];
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            cvss_vector: string | null;
            host_id: number;
            ip: string;
            name: string;
            package: string | null;
            architecture: string | null;
            port: number | null;
            transport: ("tcp" | "udp") | null;
            /** @description of the port; null: not known, or a finding in a package */
            program: string | null;
            /** @description the fix is installed, and code from before it still runs; null: no */
            runs_old_code: ("kernel" | "processes") | null;
            /** @description of the running kernel, where another one is installed; null: as installed */
            running_version: string | null;
            installed_version: string | null;
            fixed_version: string | null;
            /** @enum {string} */
            confidence: "confirmed" | "version-based" | "possible";
            advisory: string;
            advisory_url: string | null;
            feed: string | null;
            feed_version: string | null;
            explanation: string;
            remedy: string;
            /** @description 0 to 100; known exploited vulnerabilities have at least 80 */
            risk: number;
            risk_reason: string;
            /** @description Unix time in seconds */
            first_seen: number;
            /** @description Unix time in seconds */
            last_seen: number;
            accepted: {
                reason: string;
                by: string;
                until: number | null;
                id: number;
                /** @enum {string} */
                kind: "person" | "vendor";
            } | null;
        };
        /**
         * @example {
         *       "task_id": 13,
         *       "number_task": "TASK-00013",
         *       "status": "completed",
         *       "finished_at": 1789990060,
         *       "base_task_id": 12,
         *       "summary": {
         *         "new": 0,
         *         "fixed": 1,
         *         "changed": 0,
         *         "unchanged": 41,
         *         "accepted": 0,
         *         "not_compared": 1,
         *         "open": 41,
         *         "checked_hosts": 1,
         *         "not_checked_hosts": 1,
         *         "unanswered_addresses": 0,
         *         "coverage": {
         *           "packages": {
         *             "matched": 0,
         *             "partly": 0,
         *             "not_matched": 0,
         *             "not_applicable": 2
         *           },
         *           "services": {
         *             "matched": 1,
         *             "partly": 0,
         *             "not_matched": 1,
         *             "not_applicable": 0
         *           }
         *         },
         *         "by_severity": {
         *           "critical": {
         *             "new": 0,
         *             "fixed": 1,
         *             "open": 0
         *           },
         *           "high": {
         *             "new": 0,
         *             "fixed": 0,
         *             "open": 0
         *           },
         *           "medium": {
         *             "new": 0,
         *             "fixed": 0,
         *             "open": 41
         *           },
         *           "low": {
         *             "new": 0,
         *             "fixed": 0,
         *             "open": 0
         *           },
         *           "none": {
         *             "new": 0,
         *             "fixed": 0,
         *             "open": 0
         *           },
         *           "unknown": {
         *             "new": 0,
         *             "fixed": 0,
         *             "open": 0
         *           }
         *         }
         *       },
         *       "not_checked": [
         *         {
         *           "state": "not_matched",
         *           "reason": "no_result",
         *           "message": "The host did not respond on any of the 1000 scanned ports.",
         *           "hosts": 1
         *         }
         *       ],
         *       "feeds": [
         *         {
         *           "name": "osv-debian",
         *           "data_from": 1789990000,
         *           "stale": false
         *         }
         *       ],
         *       "unchanged_count": 41,
         *       "not_listed": 0,
         *       "new": [],
         *       "fixed": [
         *         {
         *           "vulnerability_id": "CVE-2024-6387",
         *           "aliases": [
         *             "DSA-5724-1"
         *           ],
         *           "title": "A race condition in the signal handler of sshd",
         *           "severity": "critical",
         *           "cvss_score": 8.1,
         *           "cvss_vector": "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H",
         *           "epss": {
         *             "score": 0.64,
         *             "percentile": 0.98,
         *             "date": "2026-11-01"
         *           },
         *           "kev": null,
         *           "host_id": 7,
         *           "ip": "192.0.2.10",
         *           "name": "web-1",
         *           "package": "openssh-server",
         *           "architecture": "amd64",
         *           "port": null,
         *           "transport": null,
         *           "program": null,
         *           "installed_version": "1:9.2p1-2+deb12u2",
         *           "fixed_version": "1:9.2p1-2+deb12u3",
         *           "confidence": "confirmed",
         *           "advisory": "CVE-2024-6387",
         *           "advisory_url": "https://security-tracker.debian.org/tracker/CVE-2024-6387",
         *           "feed": "osv-debian",
         *           "feed_version": "2026-11-01T04:00:00Z",
         *           "explanation": "Installed version 1:9.2p1-2+deb12u2 of openssh-server is older than the fixed version 1:9.2p1-2+deb12u3 for Debian:12 (dpkg version order).",
         *           "remedy": "apt-get install --only-upgrade openssh-server",
         *           "risk": 58.3,
         *           "risk_reason": "EPSS 0.64; CVSS 8.1.",
         *           "source": "openssh",
         *           "runs_old_code": null,
         *           "running_version": null,
         *           "unimportant": false,
         *           "first_seen": 1789900000,
         *           "last_seen": 1789900000,
         *           "accepted": null,
         *           "cause": "target",
         *           "why": "Package openssh-server changed from 1:9.2p1-2+deb12u2 to 1:9.2p1-2+deb12u3.",
         *           "evidence": {
         *             "before": {
         *               "state": "installed",
         *               "installed_version": "1:9.2p1-2+deb12u2",
         *               "fixed_version": "1:9.2p1-2+deb12u3",
         *               "banner": null,
         *               "observed_at": 1789900000,
         *               "feed_version": "2026-11-01T04:00:00Z"
         *             },
         *             "after": {
         *               "state": "installed",
         *               "installed_version": "1:9.2p1-2+deb12u3",
         *               "fixed_version": null,
         *               "banner": null,
         *               "observed_at": 1789990000,
         *               "feed_version": "2026-11-01T04:00:00Z"
         *             }
         *           }
         *         }
         *       ],
         *       "changed": [],
         *       "not_compared": [
         *         {
         *           "host_id": 8,
         *           "ip": "192.0.2.11",
         *           "name": "web-2",
         *           "reason": "unreachable",
         *           "detail": "The host did not respond on any of the 1000 scanned ports.",
         *           "ports": null
         *         }
         *       ],
         *       "moved": [],
         *       "services": {
         *         "opened": [],
         *         "closed": [],
         *         "changed": []
         *       }
         *     }
         */
        TaskDiff: {
            task_id: number;
            number_task: string;
            /** @enum {string} */
            status: "completed" | "failed" | "stopped";
            /** @description Unix time in seconds */
            finished_at: number;
            base_task_id: number | null;
            summary: {
                new: number;
                fixed: number;
                changed: number;
                unchanged: number;
                accepted: number;
                not_compared: number;
                /** @description open findings on the task's hosts, whether compared or not, excluding accepted ones */
                open: number;
                checked_hosts: number;
                /** @description hosts without a result, or with one that was not or only partly matched */
                not_checked_hosts: number;
                /** @description addresses of the ranges of the task at which no host is known: neither checked nor not checked */
                unanswered_addresses: number;
                coverage: components["schemas"]["CoverageCounts"];
                by_severity: {
                    critical: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                    high: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                    medium: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                    low: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                    none: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                    unknown: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                };
            };
            not_checked: components["schemas"]["NotChecked"][];
            feeds: components["schemas"]["FeedDate"][];
            /** @description findings below `severity`, which are not listed */
            not_listed: number;
            /** @description what to do, highest risk first; only with `include=remediations` */
            remediations?: components["schemas"]["Remediation"][];
            /** @description ending within 14 days; only with `include=remediations` */
            expiring_acceptances?: components["schemas"]["ExpiringAcceptance"][];
            new: components["schemas"]["DiffEntry"][];
            fixed: components["schemas"]["DiffEntry"][];
            changed: components["schemas"]["ChangedEntry"][];
            unchanged_count: number;
            not_compared: components["schemas"]["NotCompared"][];
            /** @description devices at another address than before, compared with their results there */
            moved: components["schemas"]["MovedDevice"][];
            services: {
                opened: components["schemas"]["ServiceDiff"][];
                closed: components["schemas"]["ServiceDiff"][];
                changed: components["schemas"]["ServiceDiff"][];
            };
        };
        /**
         * @description numbers of hosts by the state of their packages, and of their services at ports
         * @example {
         *       "packages": {
         *         "matched": 38,
         *         "partly": 0,
         *         "not_matched": 2,
         *         "not_applicable": 0
         *       },
         *       "services": {
         *         "matched": 40,
         *         "partly": 0,
         *         "not_matched": 0,
         *         "not_applicable": 0
         *       }
         *     }
         */
        CoverageCounts: {
            packages: {
                matched: number;
                partly: number;
                not_matched: number;
                not_applicable: number;
            };
            services: {
                matched: number;
                partly: number;
                not_matched: number;
                not_applicable: number;
            };
        };
        /**
         * @example {
         *       "state": "not_matched",
         *       "reason": "no_data",
         *       "message": "No vulnerability data for Debian 10: run `hostwarden feed update`.",
         *       "hosts": 2
         *     }
         */
        NotChecked: {
            /** @enum {string} */
            state: "matched" | "partly" | "not_matched" | "not_applicable";
            reason: ("no_data" | "unsupported_system" | "unreadable" | "not_collected" | "no_result" | "checks_off" | "other_publishers" | "no_answer" | "end_of_life") | null;
            message: string;
            hosts: number;
        };
        /**
         * @example {
         *       "host_id": 7,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "action": "upgrade",
         *       "title": "Upgrade httpd to 2.4.57-11.el9_4.1",
         *       "command": "dnf upgrade httpd httpd-core",
         *       "packages": [
         *         {
         *           "name": "httpd",
         *           "architecture": "x86_64",
         *           "installed_version": "2.4.57-5.el9",
         *           "fixed_version": "2.4.57-11.el9_4.1"
         *         }
         *       ],
         *       "upgrade_to": "2.4.57-11.el9_4.1",
         *       "port": null,
         *       "transport": null,
         *       "ports": [],
         *       "vulnerabilities": [
         *         "CVE-2024-38475",
         *         "CVE-2024-38476"
         *       ],
         *       "findings": 4,
         *       "known_exploited": 1,
         *       "by_confidence": {
         *         "confirmed": 4,
         *         "version-based": 0,
         *         "possible": 0
         *       },
         *       "severity": "critical",
         *       "risk": 97.8,
         *       "risk_reason": "CVE-2024-38475: Known exploited since 2025-05-01; EPSS 0.94; CVSS 9.1. 3 other findings raise it from 97.6 to 97.8.",
         *       "restart": "service"
         *     }
         */
        Remediation: {
            host_id: number;
            ip: string;
            name: string;
            /** @enum {string} */
            action: "upgrade" | "reboot" | "restart" | "no_fix" | "end_of_life" | "configure";
            title: string;
            /** @description for a shell of the host; the package index has to be current. null: none */
            command: string | null;
            packages: {
                name: string;
                architecture: string | null;
                installed_version: string | null;
                /** @description the lowest that resolves all its findings; null: none is known */
                fixed_version: string | null;
            }[];
            /** @description the version that resolves all; null: none, or one for each package */
            upgrade_to: string | null;
            port: number | null;
            transport: ("tcp" | "udp") | null;
            /** @description all, the lowest first; `port` and `transport` are the first */
            ports: {
                port: number;
                /** @enum {string} */
                transport: "tcp" | "udp";
            }[];
            /** @description ids, highest risk first */
            vulnerabilities: string[];
            findings: number;
            known_exploited: number;
            /** @description number of findings of each certainty */
            by_confidence: {
                confirmed: number;
                "version-based": number;
                possible: number;
            };
            /**
             * @description the highest of its findings
             * @enum {string}
             */
            severity: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            /** @description 0 to 100, of all its findings together */
            risk: number;
            /** @description of the highest risk, and what the others add */
            risk_reason: string;
            /**
             * @description what makes an upgrade take effect
             * @enum {string}
             */
            restart: "none" | "service" | "reboot" | "unknown";
        };
        /**
         * @example {
         *       "vulnerability_id": "CVE-2024-6387",
         *       "reason": "Reachable from the office only",
         *       "by": "ada",
         *       "until": 1790900000,
         *       "hosts": 1
         *     }
         */
        ExpiringAcceptance: {
            vulnerability_id: string;
            reason: string;
            by: string;
            /** @description Unix time in seconds */
            until: number;
            hosts: number;
        };
        /**
         * @example {
         *       "vulnerability_id": "CVE-2024-6387",
         *       "aliases": [
         *         "DSA-5724-1"
         *       ],
         *       "title": "A race condition in the signal handler of sshd",
         *       "severity": "critical",
         *       "cvss_score": 8.1,
         *       "cvss_vector": "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H",
         *       "epss": {
         *         "score": 0.64,
         *         "percentile": 0.98,
         *         "date": "2026-11-01"
         *       },
         *       "kev": null,
         *       "host_id": 7,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "package": "openssh-server",
         *       "architecture": "amd64",
         *       "port": null,
         *       "transport": null,
         *       "program": null,
         *       "installed_version": "1:9.2p1-2+deb12u2",
         *       "fixed_version": "1:9.2p1-2+deb12u3",
         *       "confidence": "confirmed",
         *       "advisory": "CVE-2024-6387",
         *       "advisory_url": "https://security-tracker.debian.org/tracker/CVE-2024-6387",
         *       "feed": "osv-debian",
         *       "feed_version": "2026-11-01T04:00:00Z",
         *       "explanation": "Installed version 1:9.2p1-2+deb12u2 of openssh-server is older than the fixed version 1:9.2p1-2+deb12u3 for Debian:12 (dpkg version order).",
         *       "remedy": "apt-get install --only-upgrade openssh-server",
         *       "risk": 58.3,
         *       "risk_reason": "EPSS 0.64; CVSS 8.1.",
         *       "source": "openssh",
         *       "runs_old_code": null,
         *       "running_version": null,
         *       "unimportant": false,
         *       "first_seen": 1789900000,
         *       "last_seen": 1789900000,
         *       "accepted": null,
         *       "cause": "target",
         *       "why": "Package openssh-server changed from 1:9.2p1-2+deb12u2 to 1:9.2p1-2+deb12u3.",
         *       "evidence": {
         *         "before": {
         *           "state": "installed",
         *           "installed_version": "1:9.2p1-2+deb12u2",
         *           "fixed_version": "1:9.2p1-2+deb12u3",
         *           "banner": null,
         *           "observed_at": 1789900000,
         *           "feed_version": "2026-11-01T04:00:00Z"
         *         },
         *         "after": {
         *           "state": "installed",
         *           "installed_version": "1:9.2p1-2+deb12u3",
         *           "fixed_version": null,
         *           "banner": null,
         *           "observed_at": 1789990000,
         *           "feed_version": "2026-11-01T04:00:00Z"
         *         }
         *       }
         *     }
         */
        DiffEntry: {
            vulnerability_id: string;
            title: string;
            cvss_score: number | null;
            epss: {
                score: number;
                percentile: number | null;
                date: string | null;
            } | null;
            kev: {
                date_added: string;
                due_date: string | null;
                ransomware: boolean;
            } | null;
            aliases: string[];
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            cvss_vector: string | null;
            host_id: number;
            ip: string;
            name: string;
            package: string | null;
            architecture: string | null;
            port: number | null;
            transport: ("tcp" | "udp") | null;
            /** @description of the port; null: not known, or a finding in a package */
            program: string | null;
            /** @description the fix is installed, and code from before it still runs; null: no */
            runs_old_code: ("kernel" | "processes") | null;
            /** @description of the running kernel, where another one is installed; null: as installed */
            running_version: string | null;
            installed_version: string | null;
            fixed_version: string | null;
            /** @enum {string} */
            confidence: "confirmed" | "version-based" | "possible";
            advisory: string;
            advisory_url: string | null;
            feed: string | null;
            feed_version: string | null;
            explanation: string;
            remedy: string;
            /** @description 0 to 100; known exploited vulnerabilities have at least 80 */
            risk: number;
            risk_reason: string;
            /** @description Unix time in seconds */
            first_seen: number;
            /** @description Unix time in seconds */
            last_seen: number;
            accepted: {
                reason: string;
                by: string;
                until: number | null;
                id: number;
                /** @enum {string} */
                kind: "person" | "vendor";
            } | null;
            /** @description the source package that the publisher names; null: none, or the package itself */
            source: string | null;
            /** @description rated unimportant by its publisher */
            unimportant: boolean;
            /** @description null if only an acceptance started or ended */
            cause: ("target" | "knowledge" | "both") | null;
            why: string;
            evidence: {
                before: components["schemas"]["Evidence"] | null;
                after: components["schemas"]["Evidence"] | null;
            };
        };
        /**
         * @example {
         *       "state": "installed",
         *       "installed_version": "1:9.2p1-2+deb12u2",
         *       "fixed_version": "1:9.2p1-2+deb12u3",
         *       "banner": null,
         *       "observed_at": 1789900000,
         *       "feed_version": "2026-11-01T04:00:00Z"
         *     }
         */
        Evidence: {
            /** @enum {string} */
            state: "installed" | "not_installed" | "open" | "closed" | "unknown";
            installed_version: string | null;
            fixed_version: string | null;
            banner: string | null;
            /** @description Unix time in seconds */
            observed_at: number;
            feed_version: string | null;
        };
        /**
         * @example {
         *       "vulnerability_id": "CVE-2024-6387",
         *       "aliases": [
         *         "DSA-5724-1"
         *       ],
         *       "title": "A race condition in the signal handler of sshd",
         *       "severity": "critical",
         *       "cvss_score": 8.1,
         *       "cvss_vector": "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H",
         *       "epss": {
         *         "score": 0.64,
         *         "percentile": 0.98,
         *         "date": "2026-11-01"
         *       },
         *       "kev": null,
         *       "host_id": 7,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "package": "openssh-server",
         *       "architecture": "amd64",
         *       "port": null,
         *       "transport": null,
         *       "program": null,
         *       "installed_version": "1:9.2p1-2+deb12u2",
         *       "fixed_version": "1:9.2p1-2+deb12u3",
         *       "confidence": "confirmed",
         *       "advisory": "CVE-2024-6387",
         *       "advisory_url": "https://security-tracker.debian.org/tracker/CVE-2024-6387",
         *       "feed": "osv-debian",
         *       "feed_version": "2026-11-01T04:00:00Z",
         *       "explanation": "Installed version 1:9.2p1-2+deb12u2 of openssh-server is older than the fixed version 1:9.2p1-2+deb12u3 for Debian:12 (dpkg version order).",
         *       "remedy": "apt-get install --only-upgrade openssh-server",
         *       "risk": 58.3,
         *       "risk_reason": "EPSS 0.64; CVSS 8.1.",
         *       "source": "openssh",
         *       "runs_old_code": null,
         *       "running_version": null,
         *       "unimportant": false,
         *       "first_seen": 1789900000,
         *       "last_seen": 1789900000,
         *       "accepted": null,
         *       "cause": "knowledge",
         *       "why": "The severity changed by the vulnerability data.",
         *       "evidence": {
         *         "before": {
         *           "state": "installed",
         *           "installed_version": "1:9.2p1-2+deb12u2",
         *           "fixed_version": "1:9.2p1-2+deb12u3",
         *           "banner": null,
         *           "observed_at": 1789900000,
         *           "feed_version": "2026-11-01T04:00:00Z"
         *         },
         *         "after": {
         *           "state": "installed",
         *           "installed_version": "1:9.2p1-2+deb12u2",
         *           "fixed_version": "1:9.2p1-2+deb12u3",
         *           "banner": null,
         *           "observed_at": 1789900000,
         *           "feed_version": "2026-11-01T04:00:00Z"
         *         }
         *       },
         *       "changes": [
         *         "severity"
         *       ]
         *     }
         */
        ChangedEntry: {
            vulnerability_id: string;
            title: string;
            cvss_score: number | null;
            epss: {
                score: number;
                percentile: number | null;
                date: string | null;
            } | null;
            kev: {
                date_added: string;
                due_date: string | null;
                ransomware: boolean;
            } | null;
            aliases: string[];
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            cvss_vector: string | null;
            host_id: number;
            ip: string;
            name: string;
            package: string | null;
            architecture: string | null;
            port: number | null;
            transport: ("tcp" | "udp") | null;
            /** @description of the port; null: not known, or a finding in a package */
            program: string | null;
            /** @description the fix is installed, and code from before it still runs; null: no */
            runs_old_code: ("kernel" | "processes") | null;
            /** @description of the running kernel, where another one is installed; null: as installed */
            running_version: string | null;
            installed_version: string | null;
            fixed_version: string | null;
            /** @enum {string} */
            confidence: "confirmed" | "version-based" | "possible";
            advisory: string;
            advisory_url: string | null;
            feed: string | null;
            feed_version: string | null;
            explanation: string;
            remedy: string;
            /** @description 0 to 100; known exploited vulnerabilities have at least 80 */
            risk: number;
            risk_reason: string;
            /** @description Unix time in seconds */
            first_seen: number;
            /** @description Unix time in seconds */
            last_seen: number;
            accepted: {
                reason: string;
                by: string;
                until: number | null;
                id: number;
                /** @enum {string} */
                kind: "person" | "vendor";
            } | null;
            /** @description the source package that the publisher names; null: none, or the package itself */
            source: string | null;
            /** @description rated unimportant by its publisher */
            unimportant: boolean;
            /** @description null if only an acceptance started or ended */
            cause: ("target" | "knowledge" | "both") | null;
            why: string;
            evidence: {
                before: components["schemas"]["Evidence"] | null;
                after: components["schemas"]["Evidence"] | null;
            };
            changes: string[];
        };
        /**
         * @example {
         *       "host_id": 8,
         *       "ip": "192.0.2.11",
         *       "name": "web-2",
         *       "reason": "unreachable",
         *       "detail": "The host did not respond on any of the 1000 scanned ports.",
         *       "ports": null
         *     }
         */
        NotCompared: {
            host_id: number;
            ip: string;
            name: string;
            reason: string;
            detail: string | null;
            ports: string | null;
        };
        /**
         * @example {
         *       "from": {
         *         "host_id": 30,
         *         "ip": "192.0.2.30",
         *         "name": "nas"
         *       },
         *       "to": {
         *         "host_id": 31,
         *         "ip": "192.0.2.31",
         *         "name": "192.0.2.31"
         *       },
         *       "evidence": "SSH host key SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8"
         *     }
         */
        MovedDevice: {
            from: {
                host_id: number;
                ip: string;
                name: string;
            };
            to: {
                host_id: number;
                ip: string;
                name: string;
            };
            /** @description what the device was recognized by */
            evidence: string;
        };
        /**
         * @example {
         *       "host_id": 7,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "port": 22,
         *       "transport": "tcp",
         *       "before": null,
         *       "after": {
         *         "port": 22,
         *         "transport": "tcp",
         *         "state": "open",
         *         "service": "ssh",
         *         "product": "OpenSSH",
         *         "version": "9.2p1",
         *         "revision": "Debian 2+deb12u3",
         *         "cpe": "cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*",
         *         "banner": "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3",
         *         "tls": null,
         *         "details": {},
         *         "confidence": "confirmed",
         *         "first_seen": 1790000000,
         *         "last_seen": 1790086400
         *       },
         *       "baseline": null
         *     }
         */
        ServiceDiff: {
            host_id: number;
            ip: string;
            name: string;
            port: number;
            /** @enum {string} */
            transport: "tcp" | "udp";
            before: components["schemas"]["Service"] | null;
            after: components["schemas"]["Service"] | null;
            /** @description the first scan of the `host` or of the `port`: it did not open; null: the port was scanned before */
            baseline: ("host" | "port") | null;
        };
        /**
         * @example {
         *       "task_id": 13,
         *       "number_task": "TASK-00013",
         *       "status": "completed",
         *       "started_at": 1789990000,
         *       "finished_at": 1789990060,
         *       "not_checked": [
         *         {
         *           "state": "not_matched",
         *           "reason": "no_data",
         *           "message": "No vulnerability data for Debian 10: run `hostwarden feed update`.",
         *           "hosts": 2
         *         }
         *       ],
         *       "feeds": [
         *         {
         *           "name": "osv-debian",
         *           "data_from": 1789990000,
         *           "stale": false
         *         }
         *       ],
         *       "not_listed": 0,
         *       "findings": [
         *         {
         *           "vulnerability_id": "CVE-2024-6387",
         *           "aliases": [
         *             "DSA-5724-1"
         *           ],
         *           "title": "A race condition in the signal handler of sshd",
         *           "severity": "critical",
         *           "cvss_score": 8.1,
         *           "cvss_vector": "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H",
         *           "epss": {
         *             "score": 0.64,
         *             "percentile": 0.98,
         *             "date": "2026-11-01"
         *           },
         *           "kev": null,
         *           "host_id": 7,
         *           "ip": "192.0.2.10",
         *           "name": "web-1",
         *           "package": "openssh-server",
         *           "architecture": "amd64",
         *           "port": null,
         *           "transport": null,
         *           "program": null,
         *           "installed_version": "1:9.2p1-2+deb12u2",
         *           "fixed_version": "1:9.2p1-2+deb12u3",
         *           "confidence": "confirmed",
         *           "advisory": "CVE-2024-6387",
         *           "advisory_url": "https://security-tracker.debian.org/tracker/CVE-2024-6387",
         *           "feed": "osv-debian",
         *           "feed_version": "2026-11-01T04:00:00Z",
         *           "explanation": "Installed version 1:9.2p1-2+deb12u2 of openssh-server is older than the fixed version 1:9.2p1-2+deb12u3 for Debian:12 (dpkg version order).",
         *           "remedy": "apt-get install --only-upgrade openssh-server",
         *           "risk": 58.3,
         *           "risk_reason": "EPSS 0.64; CVSS 8.1.",
         *           "source": "openssh",
         *           "runs_old_code": null,
         *           "running_version": null,
         *           "unimportant": false,
         *           "first_seen": 1789900000,
         *           "last_seen": 1789900000,
         *           "accepted": null
         *         }
         *       ],
         *       "services": [],
         *       "without_result": [
         *         {
         *           "host_id": 8,
         *           "ip": "192.0.2.11",
         *           "name": "web-2",
         *           "reason": "unreachable",
         *           "detail": "The host did not respond on any of the 1000 scanned ports.",
         *           "ports": null
         *         }
         *       ],
         *       "summary": {
         *         "findings": 1,
         *         "accepted": 0,
         *         "services": 0,
         *         "without_result": 1,
         *         "checked_hosts": 1,
         *         "not_checked_hosts": 1,
         *         "unanswered_addresses": 0,
         *         "coverage": {
         *           "packages": {
         *             "matched": 0,
         *             "partly": 0,
         *             "not_matched": 0,
         *             "not_applicable": 2
         *           },
         *           "services": {
         *             "matched": 1,
         *             "partly": 0,
         *             "not_matched": 1,
         *             "not_applicable": 0
         *           }
         *         },
         *         "by_severity": {
         *           "critical": 1,
         *           "high": 0,
         *           "medium": 0,
         *           "low": 0,
         *           "none": 0,
         *           "unknown": 0
         *         }
         *       }
         *     }
         */
        TaskReport: {
            task_id: number;
            number_task: string;
            /** @enum {string} */
            status: "completed" | "failed" | "stopped";
            started_at: number | null;
            /** @description Unix time in seconds */
            finished_at: number;
            summary: {
                findings: number;
                accepted: number;
                services: number;
                without_result: number;
                checked_hosts: number;
                not_checked_hosts: number;
                /** @description addresses of the ranges of the task at which no host is known: neither checked nor not checked */
                unanswered_addresses: number;
                coverage: components["schemas"]["CoverageCounts"];
                by_severity: {
                    critical: number;
                    high: number;
                    medium: number;
                    low: number;
                    none: number;
                    unknown: number;
                };
            };
            not_checked: components["schemas"]["NotChecked"][];
            feeds: components["schemas"]["FeedDate"][];
            /** @description findings below `severity`, which are not listed */
            not_listed: number;
            /** @description what to do, highest risk first; only with `include=remediations` */
            remediations?: components["schemas"]["Remediation"][];
            /** @description ending within 14 days; only with `include=remediations` */
            expiring_acceptances?: components["schemas"]["ExpiringAcceptance"][];
            findings: components["schemas"]["ReportedFinding"][];
            services: {
                port: number;
                /** @enum {string} */
                transport: "tcp" | "udp";
                /** @constant */
                state: "open";
                service: string | null;
                product: string | null;
                version: string | null;
                revision: string | null;
                cpe: string | null;
                banner: string | null;
                tls: components["schemas"]["Tls"] | null;
                details: {
                    [key: string]: string | number | boolean | null | string[];
                };
                /** @enum {string} */
                confidence: "confirmed" | "likely" | "possible";
                /** @description Unix time in seconds */
                first_seen: number;
                /** @description Unix time in seconds */
                last_seen: number;
                host_id: number;
                ip: string;
                name: string;
            }[];
            without_result: components["schemas"]["NotCompared"][];
        };
        /**
         * @example {
         *       "vulnerability_id": "CVE-2024-6387",
         *       "aliases": [
         *         "DSA-5724-1"
         *       ],
         *       "title": "A race condition in the signal handler of sshd",
         *       "severity": "critical",
         *       "cvss_score": 8.1,
         *       "cvss_vector": "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H",
         *       "epss": {
         *         "score": 0.64,
         *         "percentile": 0.98,
         *         "date": "2026-11-01"
         *       },
         *       "kev": null,
         *       "host_id": 7,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "package": "openssh-server",
         *       "architecture": "amd64",
         *       "port": null,
         *       "transport": null,
         *       "program": null,
         *       "installed_version": "1:9.2p1-2+deb12u2",
         *       "fixed_version": "1:9.2p1-2+deb12u3",
         *       "confidence": "confirmed",
         *       "advisory": "CVE-2024-6387",
         *       "advisory_url": "https://security-tracker.debian.org/tracker/CVE-2024-6387",
         *       "feed": "osv-debian",
         *       "feed_version": "2026-11-01T04:00:00Z",
         *       "explanation": "Installed version 1:9.2p1-2+deb12u2 of openssh-server is older than the fixed version 1:9.2p1-2+deb12u3 for Debian:12 (dpkg version order).",
         *       "remedy": "apt-get install --only-upgrade openssh-server",
         *       "risk": 58.3,
         *       "risk_reason": "EPSS 0.64; CVSS 8.1.",
         *       "source": "openssh",
         *       "runs_old_code": null,
         *       "running_version": null,
         *       "unimportant": false,
         *       "first_seen": 1789900000,
         *       "last_seen": 1789900000,
         *       "accepted": null
         *     }
         */
        ReportedFinding: {
            vulnerability_id: string;
            title: string;
            cvss_score: number | null;
            epss: {
                score: number;
                percentile: number | null;
                date: string | null;
            } | null;
            kev: {
                date_added: string;
                due_date: string | null;
                ransomware: boolean;
            } | null;
            aliases: string[];
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            cvss_vector: string | null;
            host_id: number;
            ip: string;
            name: string;
            package: string | null;
            architecture: string | null;
            port: number | null;
            transport: ("tcp" | "udp") | null;
            /** @description of the port; null: not known, or a finding in a package */
            program: string | null;
            /** @description the fix is installed, and code from before it still runs; null: no */
            runs_old_code: ("kernel" | "processes") | null;
            /** @description of the running kernel, where another one is installed; null: as installed */
            running_version: string | null;
            installed_version: string | null;
            fixed_version: string | null;
            /** @enum {string} */
            confidence: "confirmed" | "version-based" | "possible";
            advisory: string;
            advisory_url: string | null;
            feed: string | null;
            feed_version: string | null;
            explanation: string;
            remedy: string;
            /** @description 0 to 100; known exploited vulnerabilities have at least 80 */
            risk: number;
            risk_reason: string;
            /** @description Unix time in seconds */
            first_seen: number;
            /** @description Unix time in seconds */
            last_seen: number;
            accepted: {
                reason: string;
                by: string;
                until: number | null;
                id: number;
                /** @enum {string} */
                kind: "person" | "vendor";
            } | null;
            /** @description the source package that the publisher names; null: none, or the package itself */
            source: string | null;
            /** @description rated unimportant by its publisher */
            unimportant: boolean;
        };
        /**
         * @example {
         *       "severities": [
         *         "critical",
         *         "high",
         *         "medium",
         *         "low",
         *         "none",
         *         "unknown"
         *       ],
         *       "causes": [
         *         "target",
         *         "knowledge",
         *         "both"
         *       ],
         *       "tasks": [
         *         {
         *           "task_id": 12,
         *           "number_task": "TASK-00012",
         *           "status": "completed",
         *           "finished_at": 1790000600,
         *           "open": [
         *             1,
         *             12,
         *             30,
         *             7,
         *             0,
         *             0
         *           ],
         *           "new": [
         *             0,
         *             2,
         *             1,
         *             0,
         *             0,
         *             0
         *           ],
         *           "fixed": [
         *             1,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0
         *           ],
         *           "new_by_cause": [
         *             1,
         *             2,
         *             0
         *           ],
         *           "fixed_by_cause": [
         *             1,
         *             0,
         *             0
         *           ],
         *           "ports_opened": 1,
         *           "ports_closed": 0,
         *           "not_compared": 0,
         *           "hosts": 40,
         *           "hosts_checked": 38,
         *           "missed_starts": 2
         *         }
         *       ]
         *     }
         */
        ChainCounts: {
            severities: ("critical" | "high" | "medium" | "low" | "none" | "unknown")[];
            causes: ("target" | "knowledge" | "both")[];
            tasks: {
                task_id: number;
                number_task: string;
                status: string;
                finished_at: number | null;
                /** @description in the order of `severities` */
                open: number[];
                /** @description in the order of `severities` */
                new: number[];
                /** @description in the order of `severities` */
                fixed: number[];
                /** @description in the order of `causes` */
                new_by_cause: number[];
                /** @description in the order of `causes` */
                fixed_by_cause: number[];
                ports_opened: number;
                ports_closed: number;
                /** @description hosts and ports */
                not_compared: number;
                hosts: number;
                /** @description wholly: see `coverage` of the diff */
                hosts_checked: number;
                /** @description due starts without a task, since the end of the task before; absent: none */
                missed_starts?: number;
            }[];
            /** @description only with `include=template` */
            template?: components["schemas"]["Template"];
        };
        /**
         * @example {
         *       "task_id": 13,
         *       "number_task": "TASK-00013",
         *       "status": "completed",
         *       "finished_at": 1789990060,
         *       "base_task_id": 12,
         *       "summary": {
         *         "new": 0,
         *         "fixed": 1,
         *         "changed": 0,
         *         "unchanged": 41,
         *         "accepted": 0,
         *         "not_compared": 1,
         *         "open": 41,
         *         "checked_hosts": 1,
         *         "not_checked_hosts": 1,
         *         "unanswered_addresses": 0,
         *         "coverage": {
         *           "packages": {
         *             "matched": 0,
         *             "partly": 0,
         *             "not_matched": 0,
         *             "not_applicable": 2
         *           },
         *           "services": {
         *             "matched": 1,
         *             "partly": 0,
         *             "not_matched": 1,
         *             "not_applicable": 0
         *           }
         *         },
         *         "by_severity": {
         *           "critical": {
         *             "new": 0,
         *             "fixed": 1,
         *             "open": 0
         *           },
         *           "high": {
         *             "new": 0,
         *             "fixed": 0,
         *             "open": 0
         *           },
         *           "medium": {
         *             "new": 0,
         *             "fixed": 0,
         *             "open": 41
         *           },
         *           "low": {
         *             "new": 0,
         *             "fixed": 0,
         *             "open": 0
         *           },
         *           "none": {
         *             "new": 0,
         *             "fixed": 0,
         *             "open": 0
         *           },
         *           "unknown": {
         *             "new": 0,
         *             "fixed": 0,
         *             "open": 0
         *           }
         *         }
         *       },
         *       "not_checked": [
         *         {
         *           "state": "not_matched",
         *           "reason": "no_result",
         *           "message": "The host did not respond on any of the 1000 scanned ports.",
         *           "hosts": 1
         *         }
         *       ],
         *       "feeds": [
         *         {
         *           "name": "osv-debian",
         *           "data_from": 1789990000,
         *           "stale": false
         *         }
         *       ],
         *       "ports": 0,
         *       "moved": [
         *         {
         *           "from": {
         *             "host_id": 30,
         *             "ip": "192.0.2.30",
         *             "name": "nas"
         *           },
         *           "to": {
         *             "host_id": 31,
         *             "ip": "192.0.2.31",
         *             "name": "192.0.2.31"
         *           },
         *           "evidence": "SSH host key SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8"
         *         }
         *       ]
         *     }
         */
        DiffHead: {
            task_id: number;
            number_task: string;
            /** @enum {string} */
            status: "completed" | "failed" | "stopped";
            /** @description Unix time in seconds */
            finished_at: number;
            base_task_id: number | null;
            summary: {
                new: number;
                fixed: number;
                changed: number;
                unchanged: number;
                accepted: number;
                not_compared: number;
                /** @description open findings on the task's hosts, whether compared or not, excluding accepted ones */
                open: number;
                checked_hosts: number;
                /** @description hosts without a result, or with one that was not or only partly matched */
                not_checked_hosts: number;
                /** @description addresses of the ranges of the task at which no host is known: neither checked nor not checked */
                unanswered_addresses: number;
                coverage: components["schemas"]["CoverageCounts"];
                by_severity: {
                    critical: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                    high: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                    medium: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                    low: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                    none: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                    unknown: {
                        new: number;
                        fixed: number;
                        open: number;
                    };
                };
            };
            not_checked: components["schemas"]["NotChecked"][];
            feeds: components["schemas"]["FeedDate"][];
            /** @description opened, closed and changed ports */
            ports: number;
            moved: components["schemas"]["MovedDevice"][];
        };
        /**
         * @example {
         *       "ID": 7,
         *       "CreatedAt": 1790000000,
         *       "UpdatedAt": 1790000000,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "description": "",
         *       "group_ids": [
         *         1
         *       ],
         *       "template_ids": [
         *         3
         *       ],
         *       "inventory": {
         *         "name": "web-1",
         *         "os": "Debian GNU/Linux",
         *         "kernel_version": "6.1.0-28-amd64",
         *         "os_version": "12",
         *         "full_os_name": "Debian GNU/Linux 12 (bookworm)",
         *         "ram": 8589934592,
         *         "cpu_cores": 4,
         *         "cpu_name": "AMD EPYC 7B13",
         *         "uptime": 86400
         *       }
         *     }
         */
        HostV1Item: {
            ID: number;
            /** @description Unix time in seconds */
            CreatedAt: number;
            /** @description Unix time in seconds */
            UpdatedAt: number;
            ip: string;
            name: string;
            description: string;
            group_ids: number[];
            template_ids: number[];
            inventory: components["schemas"]["InventoryV1"] | null;
        };
        /**
         * @example {
         *       "name": "web-1",
         *       "os": "Debian GNU/Linux",
         *       "kernel_version": "6.1.0-28-amd64",
         *       "os_version": "12",
         *       "full_os_name": "Debian GNU/Linux 12 (bookworm)",
         *       "ram": 8589934592,
         *       "cpu_cores": 4,
         *       "cpu_name": "AMD EPYC 7B13",
         *       "uptime": 86400
         *     }
         */
        InventoryV1: {
            name: string | null;
            os: string | null;
            kernel_version: string | null;
            os_version: string | null;
            full_os_name: string | null;
            /** @description bytes */
            ram: number | null;
            cpu_cores: number | null;
            cpu_name: string | null;
            /** @description seconds */
            uptime: number | null;
        };
        /**
         * @example {
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "description": "rack 1, server room"
         *     }
         */
        NewHostV1: {
            /** @example 192.0.2.10 */
            ip: string;
            name?: string;
            description?: string;
        };
        /**
         * @example {
         *       "id": 7,
         *       "create_at": 1790000000,
         *       "update_at": 1790000000,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "description": "",
         *       "group_ids": [
         *         1
         *       ],
         *       "template_ids": [
         *         3
         *       ],
         *       "inventory": {
         *         "name": "web-1",
         *         "os": "Debian GNU/Linux",
         *         "kernel_version": "6.1.0-28-amd64",
         *         "os_version": "12",
         *         "full_os_name": "Debian GNU/Linux 12 (bookworm)",
         *         "ram": 8589934592,
         *         "cpu_cores": 4,
         *         "cpu_name": "AMD EPYC 7B13",
         *         "uptime": 86400
         *       }
         *     }
         */
        HostV1: {
            id: number;
            /** @description Unix time in seconds */
            create_at: number;
            /** @description Unix time in seconds */
            update_at: number;
            ip: string;
            name: string;
            description: string;
            group_ids: number[];
            template_ids: number[];
            inventory: components["schemas"]["InventoryV1"] | null;
        };
        /**
         * @example {
         *       "name": "web-1"
         *     }
         */
        HostV1Change: {
            /** @example 192.0.2.10 */
            ip?: string;
            name?: string;
            description?: string;
            /** @description read-only: ignored */
            group_ids?: unknown;
            /** @description read-only: ignored */
            template_ids?: unknown;
            /** @description read-only: ignored */
            inventory?: unknown;
            /** @description read-only: ignored */
            id?: unknown;
            /** @description read-only: ignored */
            create_at?: unknown;
            /** @description read-only: ignored */
            update_at?: unknown;
        } | {
            /** @example 192.0.2.10 */
            ip?: string;
            name?: string;
            description?: string;
            /** @description read-only: ignored */
            group_ids?: unknown;
            /** @description read-only: ignored */
            template_ids?: unknown;
            /** @description read-only: ignored */
            inventory?: unknown;
            ID: unknown;
            /** @description read-only: ignored */
            CreatedAt?: unknown;
            /** @description read-only: ignored */
            UpdatedAt?: unknown;
        } | null;
        /**
         * @example {
         *       "id": 7,
         *       "current_ip": "192.0.2.10",
         *       "hostname": "web-1",
         *       "status": "online",
         *       "description": "",
         *       "group_ids": [
         *         1
         *       ],
         *       "last_seen": 1790000500,
         *       "unanswered": false,
         *       "created_at": 1790000000,
         *       "updated_at": 1790000000,
         *       "inventory": {
         *         "name": "web-1",
         *         "os": "Debian GNU/Linux",
         *         "kernel_version": "6.1.0-28-amd64",
         *         "os_version": "12",
         *         "full_os_name": "Debian GNU/Linux 12 (bookworm)",
         *         "ram": 8589934592,
         *         "cpu_cores": 4,
         *         "cpu_name": "AMD EPYC 7B13",
         *         "uptime": 86400,
         *         "architecture": "x86_64",
         *         "running_kernel": "6.1.0-28-amd64",
         *         "reboot_required": false,
         *         "restarts_required": [
         *           "nginx.service"
         *         ],
         *         "processes_not_seen": 0,
         *         "live_patches": null,
         *         "collected_at": 1790000000,
         *         "packages_count": 1
         *       }
         *     }
         */
        Host: {
            id: number;
            current_ip: string;
            hostname: string;
            /** @enum {string} */
            status: "unknown" | "online" | "offline";
            description: string;
            group_ids: number[];
            last_seen: number | null;
            /** @description whether this is only an address of a range, at which nothing ever answered */
            unanswered: boolean;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
            /** @description 0 to 100; only with `include=risk` */
            risk?: number;
            /** @description findings that are neither accepted nor unimportant; only with `include=risk` */
            open?: number;
            /** @description only with `include=risk` */
            by_severity?: {
                [key: string]: number;
            };
            /** @description only with `include=risk` */
            known_exploited?: number;
            /** @description only with `include=risk` */
            agent?: {
                /** @enum {string} */
                state: "none" | "online" | "offline";
                version: string | null;
            };
            /** @description in the order of `group_ids`; only with `include=risk`, of a host in a group */
            group_names?: string[];
            /** @description only with `include=risk` */
            coverage?: {
                packages: {
                    /** @enum {string} */
                    state: "matched" | "partly" | "not_matched" | "not_applicable";
                    reason: string | null;
                    message: string | null;
                    feeds: {
                        name: string;
                        data_from: number | null;
                        stale: boolean;
                    }[];
                    packages_not_matched?: {
                        count: number;
                        vendors: {
                            name: string;
                            count: number;
                        }[];
                        packages: {
                            name: string;
                            version: string;
                            vendor: string;
                        }[];
                    };
                    verdicts?: {
                        matched: number;
                        other_vendor: number;
                        unknown_origin: number;
                        no_data: number;
                        end_of_life: number;
                    };
                    support?: {
                        system: string | null;
                        /** @enum {string} */
                        state: "supported" | "end_of_life" | "rolling" | "unknown";
                        until: string | null;
                        extended_until: string | null;
                    };
                };
                services: {
                    /** @enum {string} */
                    state: "matched" | "partly" | "not_matched" | "not_applicable";
                    reason: string | null;
                    message: string | null;
                    feeds: {
                        name: string;
                        data_from: number | null;
                        stale: boolean;
                    }[];
                    packages_not_matched?: {
                        count: number;
                        vendors: {
                            name: string;
                            count: number;
                        }[];
                        packages: {
                            name: string;
                            version: string;
                            vendor: string;
                        }[];
                    };
                    verdicts?: {
                        matched: number;
                        other_vendor: number;
                        unknown_origin: number;
                        no_data: number;
                        end_of_life: number;
                    };
                    support?: {
                        system: string | null;
                        /** @enum {string} */
                        state: "supported" | "end_of_life" | "rolling" | "unknown";
                        until: string | null;
                        extended_until: string | null;
                    };
                };
            };
            /** @description absent until an inventory is stored */
            inventory?: components["schemas"]["Inventory"];
        };
        /**
         * @example {
         *       "name": "web-1",
         *       "os": "Debian GNU/Linux",
         *       "kernel_version": "6.1.0-28-amd64",
         *       "os_version": "12",
         *       "full_os_name": "Debian GNU/Linux 12 (bookworm)",
         *       "ram": 8589934592,
         *       "cpu_cores": 4,
         *       "cpu_name": "AMD EPYC 7B13",
         *       "uptime": 86400,
         *       "architecture": "x86_64",
         *       "running_kernel": "6.1.0-28-amd64",
         *       "reboot_required": false,
         *       "restarts_required": [
         *         "nginx.service"
         *       ],
         *       "processes_not_seen": 0,
         *       "live_patches": null,
         *       "collected_at": 1790000000,
         *       "packages_count": 1
         *     }
         */
        Inventory: {
            name: string | null;
            os: string | null;
            kernel_version: string | null;
            os_version: string | null;
            full_os_name: string | null;
            /** @description bytes */
            ram: number | null;
            cpu_cores: number | null;
            cpu_name: string | null;
            /** @description seconds */
            uptime: number | null;
            architecture: string | null;
            running_kernel: string | null;
            reboot_required: boolean | null;
            /** @description services, or programs without one, that run files which were replaced; null: not known, as not all processes were seen after the last change of the packages */
            restarts_required: string[] | null;
            /** @description processes that could not be inspected; null: not inspected, or their number is not known */
            processes_not_seen: number | null;
            /** @description names of the live patches that the kernel has loaded; null: none is known */
            live_patches: string[] | null;
            /** @description Unix time in seconds */
            collected_at: number;
            packages_count: number;
        };
        /**
         * @example {
         *       "current_ip": "192.0.2.10",
         *       "hostname": "web-1",
         *       "description": ""
         *     }
         */
        NewHost: {
            /** @example 192.0.2.10 */
            current_ip: string;
            hostname?: string;
            description?: string;
            /** @description `true`: an address of a range to search; it is a host as soon as something answers there. With a name or a description it is a host at once */
            unanswered?: boolean;
        };
        /**
         * @example {
         *       "id": 7,
         *       "current_ip": "192.0.2.10",
         *       "hostname": "web-1",
         *       "status": "online",
         *       "description": "",
         *       "group_ids": [
         *         1
         *       ],
         *       "last_seen": 1790000500,
         *       "unanswered": false,
         *       "created_at": 1790000000,
         *       "updated_at": 1790000000,
         *       "coverage": {
         *         "packages": {
         *           "state": "not_matched",
         *           "reason": "not_collected",
         *           "message": null,
         *           "feeds": []
         *         },
         *         "services": {
         *           "state": "not_matched",
         *           "reason": "not_collected",
         *           "message": null,
         *           "feeds": []
         *         }
         *       }
         *     }
         */
        HostCard: {
            id: number;
            current_ip: string;
            hostname: string;
            /** @enum {string} */
            status: "unknown" | "online" | "offline";
            description: string;
            group_ids: number[];
            last_seen: number | null;
            /** @description whether this is only an address of a range, at which nothing ever answered */
            unanswered: boolean;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
            coverage: {
                packages: {
                    /** @enum {string} */
                    state: "matched" | "partly" | "not_matched" | "not_applicable";
                    reason: string | null;
                    message: string | null;
                    feeds: {
                        name: string;
                        data_from: number | null;
                        stale: boolean;
                    }[];
                    packages_not_matched?: {
                        count: number;
                        vendors: {
                            name: string;
                            count: number;
                        }[];
                        packages: {
                            name: string;
                            version: string;
                            vendor: string;
                        }[];
                    };
                    verdicts?: {
                        matched: number;
                        other_vendor: number;
                        unknown_origin: number;
                        no_data: number;
                        end_of_life: number;
                    };
                    support?: {
                        system: string | null;
                        /** @enum {string} */
                        state: "supported" | "end_of_life" | "rolling" | "unknown";
                        until: string | null;
                        extended_until: string | null;
                    };
                };
                services: {
                    /** @enum {string} */
                    state: "matched" | "partly" | "not_matched" | "not_applicable";
                    reason: string | null;
                    message: string | null;
                    feeds: {
                        name: string;
                        data_from: number | null;
                        stale: boolean;
                    }[];
                    packages_not_matched?: {
                        count: number;
                        vendors: {
                            name: string;
                            count: number;
                        }[];
                        packages: {
                            name: string;
                            version: string;
                            vendor: string;
                        }[];
                    };
                    verdicts?: {
                        matched: number;
                        other_vendor: number;
                        unknown_origin: number;
                        no_data: number;
                        end_of_life: number;
                    };
                    support?: {
                        system: string | null;
                        /** @enum {string} */
                        state: "supported" | "end_of_life" | "rolling" | "unknown";
                        until: string | null;
                        extended_until: string | null;
                    };
                };
            };
            /** @description absent until an inventory is stored */
            inventory?: components["schemas"]["InventoryCard"];
        };
        /**
         * @example {
         *       "name": "web-1",
         *       "os": "Debian GNU/Linux",
         *       "kernel_version": "6.1.0-28-amd64",
         *       "os_version": "12",
         *       "full_os_name": "Debian GNU/Linux 12 (bookworm)",
         *       "ram": 8589934592,
         *       "cpu_cores": 4,
         *       "cpu_name": "AMD EPYC 7B13",
         *       "uptime": 86400,
         *       "architecture": "x86_64",
         *       "running_kernel": "6.1.0-28-amd64",
         *       "reboot_required": false,
         *       "restarts_required": [
         *         "nginx.service"
         *       ],
         *       "processes_not_seen": 0,
         *       "live_patches": null,
         *       "collected_at": 1790000000,
         *       "packages_count": 1,
         *       "packages": [
         *         {
         *           "name": "bash",
         *           "version": "5.2.15-2+b7",
         *           "architecture": "amd64"
         *         }
         *       ]
         *     }
         */
        InventoryCard: {
            name: string | null;
            os: string | null;
            kernel_version: string | null;
            os_version: string | null;
            full_os_name: string | null;
            /** @description bytes */
            ram: number | null;
            cpu_cores: number | null;
            cpu_name: string | null;
            /** @description seconds */
            uptime: number | null;
            architecture: string | null;
            running_kernel: string | null;
            reboot_required: boolean | null;
            /** @description services, or programs without one, that run files which were replaced; null: not known, as not all processes were seen after the last change of the packages */
            restarts_required: string[] | null;
            /** @description processes that could not be inspected; null: not inspected, or their number is not known */
            processes_not_seen: number | null;
            /** @description names of the live patches that the kernel has loaded; null: none is known */
            live_patches: string[] | null;
            /** @description Unix time in seconds */
            collected_at: number;
            packages_count: number;
            packages: {
                name: string;
                version: string;
                architecture: string | null;
            }[];
        };
        /**
         * @example {
         *       "hostname": "web-1",
         *       "group_ids": [
         *         1,
         *         2
         *       ]
         *     }
         */
        HostChange: {
            /** @example 192.0.2.10 */
            current_ip?: string;
            hostname?: string;
            description?: string;
            group_ids?: number[];
            /** @description read-only: ignored */
            id?: unknown;
            /** @description read-only: ignored */
            status?: unknown;
            /** @description read-only: ignored */
            last_seen?: unknown;
            /** @description read-only: ignored */
            unanswered?: unknown;
            /** @description read-only: ignored */
            created_at?: unknown;
            /** @description read-only: ignored */
            updated_at?: unknown;
            /** @description read-only: ignored */
            inventory?: unknown;
            /** @description read-only: ignored */
            coverage?: unknown;
        } | null;
        /**
         * @example {
         *       "hosts": {
         *         "total": 40,
         *         "by_status": {
         *           "online": 38,
         *           "offline": 2,
         *           "unknown": 0
         *         },
         *         "not_checked": 2,
         *         "coverage": {
         *           "packages": {
         *             "matched": 38,
         *             "partly": 0,
         *             "not_matched": 2,
         *             "not_applicable": 0
         *           },
         *           "services": {
         *             "matched": 40,
         *             "partly": 0,
         *             "not_matched": 0,
         *             "not_applicable": 0
         *           }
         *         },
         *         "not_checked_reasons": [
         *           {
         *             "state": "not_matched",
         *             "reason": "no_data",
         *             "message": "No vulnerability data for Debian 10: run `hostwarden feed update`.",
         *             "hosts": 2
         *           }
         *         ],
         *         "unanswered_addresses": 0,
         *         "ending_support": [
         *           {
         *             "system": "Fedora 43",
         *             "until": "2026-12-09",
         *             "hosts": 2
         *           }
         *         ]
         *       },
         *       "findings": {
         *         "open": 50,
         *         "by_severity": {
         *           "critical": 1,
         *           "high": 12,
         *           "medium": 30,
         *           "low": 7,
         *           "none": 0,
         *           "unknown": 0
         *         },
         *         "known_exploited": 1,
         *         "accepted": 3,
         *         "new_7d": 4,
         *         "fixed_7d": 21,
         *         "new_30d": 30,
         *         "fixed_30d": 64
         *       },
         *       "worst_hosts": [
         *         {
         *           "host_id": 7,
         *           "ip": "192.0.2.10",
         *           "name": "web-1",
         *           "risk": 97.8,
         *           "open": 50,
         *           "by_severity": {
         *             "critical": 1,
         *             "high": 12,
         *             "medium": 30,
         *             "low": 7,
         *             "none": 0,
         *             "unknown": 0
         *           },
         *           "known_exploited": 1,
         *           "checked": true
         *         }
         *       ],
         *       "remediations": [
         *         {
         *           "host_id": 7,
         *           "ip": "192.0.2.10",
         *           "name": "web-1",
         *           "action": "upgrade",
         *           "title": "Upgrade httpd to 2.4.57-11.el9_4.1",
         *           "command": "dnf upgrade httpd httpd-core",
         *           "packages": [
         *             {
         *               "name": "httpd",
         *               "architecture": "x86_64",
         *               "installed_version": "2.4.57-5.el9",
         *               "fixed_version": "2.4.57-11.el9_4.1"
         *             }
         *           ],
         *           "upgrade_to": "2.4.57-11.el9_4.1",
         *           "port": null,
         *           "transport": null,
         *           "ports": [],
         *           "vulnerabilities": [
         *             "CVE-2024-38475",
         *             "CVE-2024-38476"
         *           ],
         *           "findings": 4,
         *           "known_exploited": 1,
         *           "by_confidence": {
         *             "confirmed": 4,
         *             "version-based": 0,
         *             "possible": 0
         *           },
         *           "severity": "critical",
         *           "risk": 97.8,
         *           "risk_reason": "CVE-2024-38475: Known exploited since 2025-05-01; EPSS 0.94; CVSS 9.1. 3 other findings raise it from 97.6 to 97.8.",
         *           "restart": "service"
         *         }
         *       ],
         *       "feeds": [
         *         {
         *           "name": "osv-debian",
         *           "data_from": 1789990000,
         *           "stale": false,
         *           "needed": true,
         *           "status": "ready",
         *           "error": null
         *         }
         *       ],
         *       "acceptances": {
         *         "ending_14d": 1
         *       },
         *       "agents": {
         *         "online": 30,
         *         "offline": 2,
         *         "none": 8
         *       },
         *       "tasks": {
         *         "working": 0,
         *         "failed_24h": 0,
         *         "last": [
         *           {
         *             "task_id": 12,
         *             "number_task": "TASK-00012",
         *             "template_id": 3,
         *             "template": "nightly",
         *             "status": "completed",
         *             "finished_at": 1790000600,
         *             "hosts_total": 40,
         *             "hosts_done": 40,
         *             "error": null
         *           }
         *         ]
         *       },
         *       "schedules": {
         *         "next": [
         *           {
         *             "template_id": 3,
         *             "name": "nightly",
         *             "at": 1790086400
         *           }
         *         ],
         *         "missed_24h": 0
         *       }
         *     }
         */
        Summary: {
            hosts: {
                total: number;
                by_status: {
                    online: number;
                    offline: number;
                    unknown: number;
                };
                /** @description hosts whose packages or ports were not, or not wholly, checked */
                not_checked: number;
                coverage: components["schemas"]["CoverageCounts"];
                /** @description those of the most hosts first; a host may have two */
                not_checked_reasons: components["schemas"]["NotChecked"][];
                /** @description addresses of scanned ranges at which nothing ever answered; they are no hosts, and no part of `total` */
                unanswered_addresses: number;
                /** @description systems that get security updates for at most 90 more days */
                ending_support: {
                    system: string;
                    until: string;
                    hosts: number;
                }[];
            };
            findings: {
                /** @description neither accepted nor rated unimportant */
                open: number;
                by_severity: {
                    critical: number;
                    high: number;
                    medium: number;
                    low: number;
                    none: number;
                    unknown: number;
                };
                known_exploited: number;
                accepted: number;
                /** @description findings that appeared today or on the 6 UTC days before, on all hosts */
                new_7d: number;
                /** @description findings that disappeared today or on the 6 UTC days before, on all hosts */
                fixed_7d: number;
                /** @description findings that appeared today or on the 29 UTC days before, on all hosts */
                new_30d: number;
                /** @description findings that disappeared today or on the 29 UTC days before, on all hosts */
                fixed_30d: number;
                /** @description only with `since` */
                since?: {
                    /** @description the begin of the UTC day of `since` */
                    from: number;
                    new: {
                        /** @description also those whose cause was not stored */
                        total: number;
                        target: number;
                        knowledge: number;
                        both: number;
                    };
                    fixed: {
                        /** @description also those whose cause was not stored */
                        total: number;
                        target: number;
                        knowledge: number;
                        both: number;
                    };
                };
            };
            /** @description the first 20 of GET /hosts?sort=risk */
            worst_hosts: {
                host_id: number;
                ip: string;
                name: string;
                /** @description 0 to 100, of all its findings together */
                risk: number;
                open: number;
                by_severity: {
                    critical: number;
                    high: number;
                    medium: number;
                    low: number;
                    none: number;
                    unknown: number;
                };
                known_exploited: number;
                /** @description false: it has no finding, but nothing of it was checked */
                checked: boolean;
            }[];
            /** @description the first 5 of GET /remediations */
            remediations: components["schemas"]["Remediation"][];
            /** @description those that are loaded, needed or failed */
            feeds: {
                /** @enum {string} */
                name: "osv-debian" | "osv-ubuntu" | "osv-alpine" | "osv-almalinux" | "osv-rocky" | "osv-redhat" | "osv-suse" | "osv-opensuse" | "osv-wolfi" | "osv-chainguard" | "debian-tracker" | "alpine-secdb" | "nvd" | "kev" | "epss" | "eol";
                /** @description date of the publisher's data */
                data_from: number | null;
                /** @description needed, and older than FEED_STALE_DAYS */
                stale: boolean;
                /** @description hosts are matched with it */
                needed: boolean;
                /** @enum {string} */
                status: "empty" | "ready" | "updating" | "failed";
                /** @description why the last update failed; the previous data stays active */
                error: string | null;
            }[];
            acceptances: {
                /** @description active ones that end within 14 days */
                ending_14d: number;
            };
            agents: {
                online: number;
                offline: number;
                none: number;
            };
            tasks: {
                working: number;
                failed_24h: number;
                /** @description the newest 5 */
                last: {
                    task_id: number;
                    number_task: string;
                    template_id: number;
                    /** @description its name; null: it was deleted */
                    template: string | null;
                    status: string;
                    finished_at: number | null;
                    hosts_total: number;
                    hosts_done: number;
                    error: string | null;
                }[];
            };
            schedules: {
                next: {
                    template_id: number;
                    name: string;
                    /** @description Unix time in seconds */
                    at: number;
                }[];
                /** @description due starts without a task */
                missed_24h: number;
            };
        };
        /**
         * @example {
         *       "hosts": 2,
         *       "total": 40,
         *       "unanswered_addresses": 0,
         *       "coverage": {
         *         "packages": {
         *           "matched": 38,
         *           "partly": 0,
         *           "not_matched": 2,
         *           "not_applicable": 0
         *         },
         *         "services": {
         *           "matched": 40,
         *           "partly": 0,
         *           "not_matched": 0,
         *           "not_applicable": 0
         *         }
         *       },
         *       "reasons": {
         *         "no_data": 2
         *       },
         *       "details": [
         *         {
         *           "state": "not_matched",
         *           "reason": "no_data",
         *           "message": "No vulnerability data for Debian 10: run `hostwarden feed update`.",
         *           "hosts": 2
         *         }
         *       ]
         *     }
         */
        NotCheckedHosts: {
            /** @description those whose packages or ports were not, or not wholly, checked */
            hosts: number;
            /** @description all hosts of the selection */
            total: number;
            /** @description addresses of scanned ranges at which no host is known; no part of `total` */
            unanswered_addresses: number;
            coverage: components["schemas"]["CoverageCounts"];
            /** @description hosts by reason */
            reasons: {
                [key: string]: number;
            };
            /** @description those of the most hosts first; a host may have two */
            details: components["schemas"]["NotChecked"][];
        };
        /**
         * @example {
         *       "date": "2026-11-23",
         *       "hosts": 40,
         *       "hosts_checked": 38,
         *       "open": 50,
         *       "by_severity": {
         *         "critical": 1,
         *         "high": 12,
         *         "medium": 30,
         *         "low": 7,
         *         "none": 0,
         *         "unknown": 0
         *       },
         *       "known_exploited": 1,
         *       "accepted": 3,
         *       "new": {
         *         "total": 4,
         *         "target": 1,
         *         "knowledge": 3,
         *         "both": 0
         *       },
         *       "fixed": {
         *         "total": 21,
         *         "target": 21,
         *         "knowledge": 0,
         *         "both": 0
         *       }
         *     }
         */
        HistoryDay: {
            /**
             * @description the UTC day
             * @example 2026-11-23
             */
            date: string;
            /** @description without addresses that never answered; null: the day was not recorded */
            hosts: number | null;
            /** @description hosts whose packages were read, or whose ports were scanned, on this day */
            hosts_checked: number | null;
            /** @description neither accepted nor rated unimportant, at the end of the day, or now; null: no host was checked and nothing changed */
            open: number | null;
            by_severity: {
                critical: number;
                high: number;
                medium: number;
                low: number;
                none: number;
                unknown: number;
            } | null;
            /** @description null with `template_id` */
            known_exploited: number | null;
            accepted: number | null;
            /** @description findings that appeared */
            new: {
                /** @description also those whose cause was not stored */
                total: number;
                /** @description the host changed */
                target: number;
                /** @description the vulnerability database or the rules of matching changed */
                knowledge: number;
                /** @description both changed between two matches of a host */
                both: number;
            } | null;
            /** @description findings that disappeared */
            fixed: {
                /** @description also those whose cause was not stored */
                total: number;
                /** @description the host changed */
                target: number;
                /** @description the vulnerability database or the rules of matching changed */
                knowledge: number;
                /** @description both changed between two matches of a host */
                both: number;
            } | null;
        };
        /**
         * @example {
         *       "vulnerability_id": "CVE-2024-6387",
         *       "title": "A race condition in the signal handler of sshd",
         *       "cvss_score": 8.1,
         *       "epss": {
         *         "score": 0.64,
         *         "percentile": 0.98,
         *         "date": "2026-11-01"
         *       },
         *       "kev": null,
         *       "severity": "critical",
         *       "hosts_affected": 12,
         *       "packages": [
         *         "openssh-client",
         *         "openssh-server"
         *       ],
         *       "risk": 58.3,
         *       "risk_reason": "EPSS 0.64; CVSS 8.1.",
         *       "first_seen": 1789900000,
         *       "last_seen": 1789990000
         *     }
         */
        Vulnerability: {
            vulnerability_id: string;
            title: string;
            cvss_score: number | null;
            epss: {
                score: number;
                percentile: number | null;
                date: string | null;
            } | null;
            kev: {
                date_added: string;
                due_date: string | null;
                ransomware: boolean;
            } | null;
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            hosts_affected: number;
            packages: string[];
            /** @description 0 to 100; known exploited vulnerabilities have at least 80 */
            risk: number;
            risk_reason: string;
            /** @description Unix time in seconds */
            first_seen: number;
            /** @description Unix time in seconds */
            last_seen: number;
        };
        /**
         * @example {
         *       "vulnerability_id": "CVE-2024-6387",
         *       "title": "A race condition in the signal handler of sshd",
         *       "cvss_score": 8.1,
         *       "epss": {
         *         "score": 0.64,
         *         "percentile": 0.98,
         *         "date": "2026-11-01"
         *       },
         *       "kev": null,
         *       "severity": "critical",
         *       "hosts_affected": 12,
         *       "packages": [
         *         "openssh-client",
         *         "openssh-server"
         *       ],
         *       "risk": 58.3,
         *       "risk_reason": "EPSS 0.64; CVSS 8.1.",
         *       "first_seen": 1789900000,
         *       "last_seen": 1789990000,
         *       "aliases": [
         *         "DSA-5724-1"
         *       ],
         *       "cvss_vector": null,
         *       "findings": [
         *         {
         *           "vulnerability_id": "CVE-2024-6387",
         *           "title": "A race condition in the signal handler of sshd",
         *           "cvss_score": 8.1,
         *           "epss": {
         *             "score": 0.64,
         *             "percentile": 0.98,
         *             "date": "2026-11-01"
         *           },
         *           "kev": null,
         *           "aliases": [
         *             "DSA-5724-1"
         *           ],
         *           "severity": "critical",
         *           "cvss_vector": "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H",
         *           "host_id": 7,
         *           "ip": "192.0.2.10",
         *           "name": "web-1",
         *           "package": "openssh-server",
         *           "architecture": "amd64",
         *           "port": null,
         *           "transport": null,
         *           "program": null,
         *           "runs_old_code": null,
         *           "running_version": null,
         *           "installed_version": "1:9.2p1-2+deb12u2",
         *           "fixed_version": "1:9.2p1-2+deb12u3",
         *           "confidence": "confirmed",
         *           "advisory": "DEBIAN-CVE-2024-6387",
         *           "advisory_url": "https://security-tracker.debian.org/tracker/CVE-2024-6387",
         *           "feed": "osv-debian",
         *           "feed_version": "2026-11-01T04:00:00Z",
         *           "explanation": "Installed version openssh-server 1:9.2p1-2+deb12u2 (built from openssh 1:9.2p1-2+deb12u2) is older than the fixed version 1:9.2p1-2+deb12u3 for Debian:12 (dpkg version order).",
         *           "remedy": "apt-get update && apt-get install --only-upgrade openssh-server",
         *           "risk": 58.3,
         *           "risk_reason": "EPSS 0.64; CVSS 8.1.",
         *           "first_seen": 1789900000,
         *           "last_seen": 1789990000,
         *           "accepted": null
         *         }
         *       ],
         *       "findings_total": 1,
         *       "advisories": [
         *         {
         *           "name": "DSA-5724-1",
         *           "feed": "osv-debian",
         *           "title": "openssh - security update",
         *           "severity": null,
         *           "cvss_score": null,
         *           "cvss_vector": null,
         *           "url": "https://security-tracker.debian.org/tracker/DSA-5724-1"
         *         }
         *       ],
         *       "acceptances": [
         *         {
         *           "id": 1,
         *           "vulnerability_id": "CVE-2024-6387",
         *           "host_id": 7,
         *           "host_name": "web-1",
         *           "group_id": null,
         *           "group_name": null,
         *           "package": "openssh-server",
         *           "port": null,
         *           "transport": null,
         *           "reason": "Reachable from the office only",
         *           "by": "operations",
         *           "until": 1800000000,
         *           "kind": "person",
         *           "source": null,
         *           "product": null,
         *           "ecosystems": null,
         *           "status": "affected",
         *           "justification": null,
         *           "created_at": 1790000000,
         *           "ended_at": null,
         *           "replaces": null,
         *           "findings": 1
         *         }
         *       ]
         *     }
         */
        VulnerabilityCard: {
            vulnerability_id: string;
            title: string;
            cvss_score: number | null;
            epss: {
                score: number;
                percentile: number | null;
                date: string | null;
            } | null;
            kev: {
                date_added: string;
                due_date: string | null;
                ransomware: boolean;
            } | null;
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            hosts_affected: number;
            packages: string[];
            /** @description 0 to 100; known exploited vulnerabilities have at least 80 */
            risk: number;
            risk_reason: string;
            first_seen: number | null;
            last_seen: number | null;
            aliases: string[];
            cvss_vector: string | null;
            findings: components["schemas"]["Finding"][];
            /** @description `findings` holds the first 1,000 */
            findings_total: number;
            advisories: components["schemas"]["Advisory"][];
            acceptances: components["schemas"]["Acceptance"][];
        };
        /**
         * @example {
         *       "name": "DSA-5724-1",
         *       "feed": "osv-debian",
         *       "title": "openssh - security update",
         *       "severity": null,
         *       "cvss_score": null,
         *       "cvss_vector": null,
         *       "url": "https://security-tracker.debian.org/tracker/DSA-5724-1"
         *     }
         */
        Advisory: {
            name: string;
            feed: string;
            title: string;
            severity: ("critical" | "high" | "medium" | "low" | "none" | "unknown") | null;
            cvss_score: number | null;
            cvss_vector: string | null;
            url: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "vulnerability_id": "CVE-2024-6387",
         *       "host_id": 7,
         *       "host_name": "web-1",
         *       "group_id": null,
         *       "group_name": null,
         *       "package": "openssh-server",
         *       "port": null,
         *       "transport": null,
         *       "reason": "Reachable from the office only",
         *       "by": "operations",
         *       "until": 1800000000,
         *       "kind": "person",
         *       "source": null,
         *       "product": null,
         *       "ecosystems": null,
         *       "status": "affected",
         *       "justification": null,
         *       "created_at": 1790000000,
         *       "ended_at": null,
         *       "replaces": null,
         *       "findings": 1
         *     }
         */
        Acceptance: {
            id: number;
            vulnerability_id: string;
            /** @description host_id and group_id null: all hosts */
            host_id: number | null;
            host_name: string | null;
            group_id: number | null;
            group_name: string | null;
            /** @description package, port and product null: everywhere on these hosts */
            package: string | null;
            port: number | null;
            transport: ("tcp" | "udp") | null;
            reason: string;
            /** @description name of the token, or of the vendor */
            by: string;
            until: number | null;
            /**
             * @description `vendor`: a statement of an imported VEX document
             * @enum {string}
             */
            kind: "person" | "vendor";
            /** @description id of the VEX document */
            source: string | null;
            /** @description package URL or CPE name of a vendor's statement */
            product: string | null;
            /** @description of the product; `Debian:` stands for all releases, `cpe:a` for services */
            ecosystems: string[] | null;
            /**
             * @description as OpenVEX names it; `affected`: the risk is accepted
             * @enum {string}
             */
            status: "affected" | "not_affected" | "fixed";
            justification: string | null;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description revoked or expired; null while active */
            ended_at: number | null;
            /** @description id of the acceptance whose end or reason it changes */
            replaces: number | null;
            /** @description open findings that it covers now */
            findings: number;
        };
        /**
         * @example {
         *       "reason": "Reachable from the office only",
         *       "until": 1800000000,
         *       "host_id": 7,
         *       "package": "openssh-server"
         *     }
         */
        NewAcceptance: {
            reason: string;
            until?: (number | string) | null;
            /** @description exactly one of host_id, group_id and all_hosts */
            host_id?: number | null;
            group_id?: number | null;
            all_hosts?: boolean;
            /** @description exactly one of package, port with transport, and all_places */
            package?: string | null;
            port?: number | null;
            transport?: ("tcp" | "udp") | null;
            all_places?: boolean;
            /** @description why the hosts are not affected; absent: they are, and the risk is accepted */
            justification?: ("component_not_present" | "vulnerable_code_not_present" | "vulnerable_code_not_in_execute_path" | "vulnerable_code_cannot_be_controlled_by_adversary" | "inline_mitigations_already_exist") | null;
        };
        /**
         * @example {
         *       "vulnerability_id": "CVE-2024-6387",
         *       "title": "A race condition in the signal handler of sshd",
         *       "cvss_score": 8.1,
         *       "epss": {
         *         "score": 0.64,
         *         "percentile": 0.98,
         *         "date": "2026-11-01"
         *       },
         *       "kev": null,
         *       "aliases": [
         *         "DSA-5724-1"
         *       ],
         *       "severity": "critical",
         *       "cvss_vector": "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H",
         *       "host_id": 7,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "package": "openssh-server",
         *       "architecture": "amd64",
         *       "port": null,
         *       "transport": null,
         *       "program": null,
         *       "runs_old_code": null,
         *       "running_version": null,
         *       "installed_version": "1:9.2p1-2+deb12u2",
         *       "fixed_version": "1:9.2p1-2+deb12u3",
         *       "confidence": "confirmed",
         *       "advisory": "DEBIAN-CVE-2024-6387",
         *       "advisory_url": "https://security-tracker.debian.org/tracker/CVE-2024-6387",
         *       "feed": "osv-debian",
         *       "feed_version": "2026-11-01T04:00:00Z",
         *       "explanation": "Installed version openssh-server 1:9.2p1-2+deb12u2 (built from openssh 1:9.2p1-2+deb12u2) is older than the fixed version 1:9.2p1-2+deb12u3 for Debian:12 (dpkg version order).",
         *       "remedy": "apt-get update && apt-get install --only-upgrade openssh-server",
         *       "risk": 58.3,
         *       "risk_reason": "EPSS 0.64; CVSS 8.1.",
         *       "first_seen": 1789900000,
         *       "last_seen": 1789990000,
         *       "accepted": null,
         *       "state": "open",
         *       "changed_at": null,
         *       "cause": null
         *     }
         */
        FlatFinding: {
            vulnerability_id: string;
            title: string;
            cvss_score: number | null;
            epss: {
                score: number;
                percentile: number | null;
                date: string | null;
            } | null;
            kev: {
                date_added: string;
                due_date: string | null;
                ransomware: boolean;
            } | null;
            aliases: string[];
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            cvss_vector: string | null;
            host_id: number;
            ip: string;
            name: string;
            package: string | null;
            architecture: string | null;
            port: number | null;
            transport: ("tcp" | "udp") | null;
            /** @description of the port; null: not known, or a finding in a package */
            program: string | null;
            /** @description the fix is installed, and code from before it still runs; null: no */
            runs_old_code: ("kernel" | "processes") | null;
            /** @description of the running kernel, where another one is installed; null: as installed */
            running_version: string | null;
            installed_version: string | null;
            fixed_version: string | null;
            /** @enum {string} */
            confidence: "confirmed" | "version-based" | "possible";
            advisory: string;
            advisory_url: string | null;
            feed: string | null;
            feed_version: string | null;
            explanation: string;
            remedy: string;
            /** @description 0 to 100; known exploited vulnerabilities have at least 80 */
            risk: number;
            risk_reason: string;
            /** @description null: the host does not have it now */
            first_seen: number | null;
            last_seen: number | null;
            accepted: {
                reason: string;
                by: string;
                until: number | null;
                id: number;
                /** @enum {string} */
                kind: "person" | "vendor";
            } | null;
            /**
             * @description as of now; `fixed`: the host does not have it
             * @enum {string}
             */
            state: "open" | "accepted" | "fixed";
            /** @description when it appeared or disappeared; null without `state=new` or `fixed` */
            changed_at: number | null;
            /** @description why it appeared or disappeared */
            cause: ("target" | "knowledge" | "both") | null;
        };
        /**
         * @description an OpenVEX document, version 0.2.0
         * @example {
         *       "@context": "https://openvex.dev/ns/v0.2.0",
         *       "@id": "urn:uuid:6f1c1b8e-3f0e-4c39-9e1b-0f1d7b4f2a55",
         *       "author": "ops",
         *       "timestamp": "2026-11-01T04:00:00Z",
         *       "version": 1,
         *       "statements": [
         *         {
         *           "@id": "urn:uuid:0b9f6a5c-52c4-4a53-8d8c-0b6f6c1c2a11",
         *           "vulnerability": {
         *             "name": "CVE-2024-6387"
         *           },
         *           "timestamp": "2026-11-01T04:00:00Z",
         *           "products": [
         *             {
         *               "@id": "pkg:deb/debian/openssh-server?distro=debian-12"
         *             }
         *           ],
         *           "status": "not_affected"
         *         }
         *       ]
         *     }
         */
        OpenVexDocument: {
            "@context": string;
            "@id": string;
            author: string;
            timestamp: string;
            version: number;
            statements: ({
                "@id": string;
                vulnerability: {
                    name: string;
                };
                timestamp: string;
                products: ({
                    "@id": string;
                } & {
                    [key: string]: unknown;
                })[];
                /** @enum {string} */
                status: "affected" | "not_affected" | "fixed";
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "vulnerability_id": "CVE-2024-6387",
         *       "reason": "Reachable from the office only",
         *       "until": "2027-01-31T00:00:00Z",
         *       "host_id": 7,
         *       "port": 22,
         *       "transport": "tcp"
         *     }
         */
        NewRegisteredAcceptance: {
            vulnerability_id: string;
            reason: string;
            until?: (number | string) | null;
            /** @description exactly one of host_id, group_id and all_hosts */
            host_id?: number | null;
            group_id?: number | null;
            all_hosts?: boolean;
            /** @description exactly one of package, port with transport, and all_places */
            package?: string | null;
            port?: number | null;
            transport?: ("tcp" | "udp") | null;
            all_places?: boolean;
            /** @description why the hosts are not affected; absent: they are, and the risk is accepted */
            justification?: ("component_not_present" | "vulnerable_code_not_present" | "vulnerable_code_not_in_execute_path" | "vulnerable_code_cannot_be_controlled_by_adversary" | "inline_mitigations_already_exist") | null;
        };
        /**
         * @example {
         *       "until": "2027-06-30T00:00:00Z",
         *       "reason": "Still reachable from the office only"
         *     }
         */
        AcceptanceChange: {
            until: (number | string) | null;
            reason?: string;
        };
        /**
         * @example {
         *       "filter": {
         *         "package": "openssl",
         *         "severity": "low"
         *       },
         *       "reason": "Reachable from the office only",
         *       "until": "2027-01-31T00:00:00Z",
         *       "expected": 37
         *     }
         */
        BulkAcceptance: {
            /** @description exactly one of findings, vulnerability_ids and filter */
            findings?: {
                vulnerability_id: string;
                host_id: number;
                package?: string | null;
                /** @description only without a package */
                port?: number | null;
                transport?: ("tcp" | "udp") | null;
            }[];
            vulnerability_ids?: string[];
            filter?: components["schemas"]["FindingFilter"];
            reason: string;
            until?: (number | string) | null;
            /** @description why the hosts are not affected; absent: they are, and the risk is accepted */
            justification?: ("component_not_present" | "vulnerable_code_not_present" | "vulnerable_code_not_in_execute_path" | "vulnerable_code_cannot_be_controlled_by_adversary" | "inline_mitigations_already_exist") | null;
            /** @description at most one of host_id, group_id and all_hosts: the acceptances are about these hosts, and only their findings are selected; absent: each is about the host of its finding */
            host_id?: number | null;
            group_id?: number | null;
            all_hosts?: boolean;
            /** @description everywhere on the hosts; absent: in the package or on the port of the finding */
            all_places?: boolean;
            /**
             * @description stores nothing
             * @default false
             */
            dry_run: boolean;
            /** @description `findings` of a dry run: if the number differs now, nothing is stored; needed with `filter` */
            expected?: number;
        };
        /**
         * @example {
         *       "package": "openssl",
         *       "severity": "low"
         *     }
         */
        FindingFilter: {
            /**
             * @description minimum severity
             * @enum {string}
             */
            severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            /**
             * @description maximum severity
             * @enum {string}
             */
            severity_max?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            kev?: boolean;
            package?: string;
            group_id?: number;
            host_id?: number;
            unimportant?: boolean;
            q?: string;
            fixable?: boolean;
            epss_min?: number;
            /**
             * @example 1790000000
             * @example 2026-09-21T14:13:20Z
             */
            since?: number | string;
            /**
             * @example 1790000000
             * @example 2026-09-21T14:13:20Z
             */
            until?: number | string;
            vulnerability_ids?: string[];
        };
        /**
         * @example {
         *       "dry_run": true,
         *       "findings": 37,
         *       "hosts": 12,
         *       "acceptances": 25,
         *       "max_acceptances": 1000,
         *       "ids": []
         *     }
         */
        BulkAcceptanceResult: {
            dry_run: boolean;
            /** @description open findings that the acceptances cover */
            findings: number;
            /** @description hosts that have these findings */
            hosts: number;
            acceptances: number;
            /** @description more are refused */
            max_acceptances: number;
            /** @description of the acceptances; empty after a dry run */
            ids: number[];
        };
        /**
         * @example {
         *       "name": "bash",
         *       "version": "5.2.15-2+b7",
         *       "architecture": "amd64",
         *       "source": "bash",
         *       "source_version": "5.2.15-2",
         *       "vendor": null,
         *       "module": null,
         *       "format": "dpkg",
         *       "size": 7340032,
         *       "installed_at": null
         *     }
         */
        Package: {
            name: string;
            /** @description full version: with the release, and with the epoch unless it is zero */
            version: string;
            architecture: string | null;
            source: string | null;
            source_version: string | null;
            vendor: string | null;
            module: string | null;
            /** @enum {string} */
            format: "dpkg" | "rpm" | "apk" | "pacman" | "windows";
            /** @description bytes */
            size: number | null;
            installed_at: number | null;
        };
        /**
         * @example {
         *       "detected_at": 1790000000,
         *       "change": "upgraded",
         *       "name": "openssl",
         *       "architecture": "amd64",
         *       "from_version": "3.0.14-1",
         *       "to_version": "3.0.15-1"
         *     }
         */
        PackageChange: {
            /** @description Unix time in seconds */
            detected_at: number;
            /** @enum {string} */
            change: "installed" | "removed" | "upgraded" | "downgraded";
            name: string;
            architecture: string | null;
            from_version: string | null;
            to_version: string | null;
        };
        /**
         * @example {
         *       "action": "install",
         *       "os_family": "linux",
         *       "credential_id": 2
         *     }
         */
        NewAgentOperation: {
            /** @enum {string} */
            action: "install" | "update" | "uninstall";
            /** @enum {string} */
            os_family: "linux" | "windows";
            credential_id: number;
            /** @default false */
            dry_run: boolean;
        };
        /**
         * @example {
         *       "id": 4,
         *       "host_id": 7,
         *       "action": "install",
         *       "os_family": "linux",
         *       "credential_id": 2,
         *       "dry_run": false,
         *       "status": "completed",
         *       "step": "clean_up",
         *       "percent": 100,
         *       "message": "Agent 0.1.0 installed and checked in",
         *       "error": null,
         *       "agent_version": "0.1.0",
         *       "batch_id": null,
         *       "created_at": 1790000000,
         *       "updated_at": 1790000002,
         *       "finished_at": 1790000002
         *     }
         */
        AgentOperation: {
            id: number;
            host_id: number;
            /** @enum {string} */
            action: "install" | "update" | "uninstall";
            /** @enum {string} */
            os_family: "linux" | "windows";
            credential_id: number;
            dry_run: boolean;
            /** @enum {string} */
            status: "working" | "completed" | "failed";
            step: string;
            percent: number;
            message: string;
            error: {
                code: string;
                message: string;
                detail: string | null;
            } | null;
            agent_version: string | null;
            batch_id: number | null;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
            finished_at: number | null;
        };
        /**
         * @example {
         *       "state": "online",
         *       "version": "0.1.0",
         *       "os_family": "linux",
         *       "installed_at": 1790000002,
         *       "last_seen": 1790000500,
         *       "service_manager": "systemd",
         *       "ssh_host_key": {
         *         "type": "ssh-ed25519",
         *         "fingerprint_sha256": "SHA256:qf1rZ0gVb1mJm2bT0Wl0bV6m2mYkq8oKqQm0l3mB1nA",
         *         "pinned_at": 1790000000,
         *         "confirmed": true
         *       },
         *       "winrm_certificate": null,
         *       "operations": [
         *         {
         *           "id": 4,
         *           "host_id": 7,
         *           "action": "install",
         *           "os_family": "linux",
         *           "credential_id": 2,
         *           "dry_run": false,
         *           "status": "completed",
         *           "step": "clean_up",
         *           "percent": 100,
         *           "message": "Agent 0.1.0 installed and checked in",
         *           "error": null,
         *           "agent_version": "0.1.0",
         *           "batch_id": null,
         *           "created_at": 1790000000,
         *           "updated_at": 1790000002,
         *           "finished_at": 1790000002
         *         }
         *       ]
         *     }
         */
        Agent: {
            /** @enum {string} */
            state: "none" | "online" | "offline";
            version: string | null;
            os_family: ("linux" | "windows") | null;
            installed_at: number | null;
            last_seen: number | null;
            service_manager: ("systemd" | "openrc" | "cron" | "windows") | null;
            ssh_host_key: components["schemas"]["SshHostKey"] | null;
            winrm_certificate: components["schemas"]["WinRmCertificate"] | null;
            operations: components["schemas"]["AgentOperation"][];
        };
        /**
         * @example {
         *       "type": "ssh-ed25519",
         *       "fingerprint_sha256": "SHA256:qf1rZ0gVb1mJm2bT0Wl0bV6m2mYkq8oKqQm0l3mB1nA",
         *       "pinned_at": 1790000000,
         *       "confirmed": true
         *     }
         */
        SshHostKey: {
            type: string;
            fingerprint_sha256: string;
            /** @description Unix time in seconds */
            pinned_at: number;
            /** @description whether an admin gave the key, or logged in with it */
            confirmed: boolean;
        };
        /**
         * @example {
         *       "fingerprint_sha256": "6f1ed002ab5595859014ebf0951522d9ab4c3b4f4d1a4a7d5b0c6f9a2f0a1c11",
         *       "pinned_at": 1790000000,
         *       "confirmed": true
         *     }
         */
        WinRmCertificate: {
            fingerprint_sha256: string;
            /** @description Unix time in seconds */
            pinned_at: number;
            /** @description whether an admin gave the key, or logged in with it */
            confirmed: boolean;
        };
        /**
         * @example {
         *       "type": "ssh-ed25519",
         *       "fingerprint_sha256": "SHA256:qf1rZ0gVb1mJm2bT0Wl0bV6m2mYkq8oKqQm0l3mB1nA"
         *     }
         */
        NewSshHostKey: {
            /** @enum {string} */
            type: "ssh-ed25519" | "ecdsa-sha2-nistp256" | "ecdsa-sha2-nistp384" | "ecdsa-sha2-nistp521" | "ssh-rsa";
            fingerprint_sha256: string;
            pinned_at?: unknown;
            confirmed?: unknown;
        };
        /**
         * @example {
         *       "fingerprint_sha256": "6f1ed002ab5595859014ebf0951522d9ab4c3b4f4d1a4a7d5b0c6f9a2f0a1c11"
         *     }
         */
        NewWinRmCertificate: {
            fingerprint_sha256: string;
            pinned_at?: unknown;
            confirmed?: unknown;
        };
        /**
         * @example {
         *       "id": 1,
         *       "action": "install",
         *       "credential_id": 2,
         *       "dry_run": false,
         *       "hosts": 2,
         *       "created_at": 1790000000,
         *       "operations": [
         *         {
         *           "host_id": 7,
         *           "operation_id": 4
         *         }
         *       ],
         *       "refusals": [
         *         {
         *           "host_id": 8,
         *           "code": "operation_working",
         *           "message": "An operation is already running on it"
         *         }
         *       ]
         *     }
         */
        AgentBatch: {
            id: number;
            /** @enum {string} */
            action: "install" | "update" | "uninstall";
            credential_id: number;
            dry_run: boolean;
            /** @description requested; each has an operation or a refusal */
            hosts: number;
            /** @description Unix time in seconds */
            created_at: number;
            operations: {
                host_id: number;
                operation_id: number;
            }[];
            refusals: {
                host_id: number;
                code: string;
                message: string;
            }[];
        };
        /**
         * @example {
         *       "id": 4,
         *       "host_id": 7,
         *       "action": "install",
         *       "os_family": "linux",
         *       "credential_id": 2,
         *       "dry_run": false,
         *       "status": "completed",
         *       "step": "clean_up",
         *       "percent": 100,
         *       "message": "Agent 0.1.0 installed and checked in",
         *       "error": null,
         *       "agent_version": "0.1.0",
         *       "batch_id": null,
         *       "created_at": 1790000000,
         *       "updated_at": 1790000002,
         *       "finished_at": 1790000002,
         *       "ip": "192.0.2.10",
         *       "name": "web-1"
         *     }
         */
        AgentOperationOfHost: {
            id: number;
            host_id: number;
            /** @enum {string} */
            action: "install" | "update" | "uninstall";
            /** @enum {string} */
            os_family: "linux" | "windows";
            credential_id: number;
            dry_run: boolean;
            /** @enum {string} */
            status: "working" | "completed" | "failed";
            step: string;
            percent: number;
            message: string;
            error: {
                code: string;
                message: string;
                detail: string | null;
            } | null;
            agent_version: string | null;
            batch_id: number | null;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
            finished_at: number | null;
            ip: string;
            name: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "action": "install",
         *       "credential_id": 2,
         *       "dry_run": false,
         *       "hosts": 2,
         *       "created_at": 1790000000,
         *       "states": {
         *         "working": 1,
         *         "refused": 1
         *       },
         *       "failures": {},
         *       "refusal_codes": {
         *         "operation_working": 1
         *       },
         *       "refusals": [
         *         {
         *           "host_id": 8,
         *           "code": "operation_working",
         *           "message": "An operation is already running on it"
         *         }
         *       ]
         *     }
         */
        AgentBatchProgress: {
            id: number;
            /** @enum {string} */
            action: "install" | "update" | "uninstall";
            credential_id: number;
            dry_run: boolean;
            /** @description requested; each has an operation or a refusal */
            hosts: number;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description operations by state: queued, working, completed, failed; refused hosts: refused */
            states: {
                [key: string]: number;
            };
            /** @description failed operations by the code of their error */
            failures: {
                [key: string]: number;
            };
            /** @description refused hosts by code */
            refusal_codes: {
                [key: string]: number;
            };
            /** @description the first 100, by host */
            refusals: {
                host_id: number;
                code: string;
                message: string;
            }[];
        };
        /**
         * @example {
         *       "host_id": 7,
         *       "ip": "192.0.2.10",
         *       "name": "web-1",
         *       "state": "online",
         *       "version": "0.1.0",
         *       "outdated": false,
         *       "os_family": "linux",
         *       "service_manager": "systemd",
         *       "installed_at": 1790000002,
         *       "last_seen": 1790000500,
         *       "operation": null
         *     }
         */
        AgentListItem: {
            host_id: number;
            ip: string;
            name: string;
            /** @enum {string} */
            state: "none" | "online" | "offline";
            version: string | null;
            outdated: boolean;
            os_family: ("linux" | "windows") | null;
            service_manager: ("systemd" | "openrc" | "cron" | "windows") | null;
            installed_at: number | null;
            /** @description the last check-in */
            last_seen: number | null;
            /** @description the last operation */
            operation: components["schemas"]["AgentOperation"] | null;
        };
        /**
         * @example {
         *       "from": 1789000000,
         *       "to": 1790000000,
         *       "events": [
         *         {
         *           "kind": "task",
         *           "time": 1789900000,
         *           "task_id": 12,
         *           "template_id": 3,
         *           "template": "nightly",
         *           "task_type": "pentest",
         *           "outcome": "done",
         *           "reason": null,
         *           "findings": {
         *             "open": 2,
         *             "by_severity": {
         *               "high": 2
         *             },
         *             "appeared": 1,
         *             "disappeared": 0
         *           },
         *           "ports": {
         *             "opened": [
         *               {
         *                 "port": 8080,
         *                 "transport": "tcp",
         *                 "service": "http"
         *               }
         *             ],
         *             "opened_count": 1,
         *             "closed": [],
         *             "closed_count": 0
         *           }
         *         }
         *       ],
         *       "truncated": false,
         *       "open_since": [
         *         {
         *           "day": 1789862400,
         *           "findings": 1,
         *           "critical": 0,
         *           "high": 1
         *         }
         *       ]
         *     }
         */
        HostTimeline: {
            /** @description Unix time in seconds */
            from: number;
            /** @description Unix time in seconds */
            to: number;
            /** @description ascending; of each kind the newest 100 */
            events: ({
                /** @constant */
                kind: "task";
                /** @description Unix time in seconds */
                time: number;
                task_id: number;
                template_id: number;
                template: string | null;
                task_type: string;
                /**
                 * @description not `done`: a gap, the host was not checked
                 * @enum {string}
                 */
                outcome: "done" | "unreachable" | "not_allowed" | "failed" | "stopped" | "no_agent" | "agent_offline" | "auth_failed" | "timeout" | "bad_data" | "no_import";
                reason: string | null;
                /** @description of the result, accepted ones included; changes since the result before of the same template (null: no such result); null without a result */
                findings: {
                    open: number;
                    by_severity: {
                        [key: string]: number;
                    };
                    appeared: number | null;
                    disappeared: number | null;
                } | null;
                /** @description changes since the scan before of the same template; null: nothing to compare */
                ports: {
                    /** @description the first 50 */
                    opened: {
                        port: number;
                        /** @enum {string} */
                        transport: "tcp" | "udp";
                        service: string | null;
                    }[];
                    opened_count: number;
                    /** @description the first 50 */
                    closed: {
                        port: number;
                        /** @enum {string} */
                        transport: "tcp" | "udp";
                        service: string | null;
                    }[];
                    closed_count: number;
                } | null;
            } | {
                /** @constant */
                kind: "packages";
                /** @description Unix time in seconds */
                time: number;
                installed: number;
                removed: number;
                upgraded: number;
                downgraded: number;
            } | {
                /** @constant */
                kind: "agent";
                /** @description Unix time in seconds */
                time: number;
                operation_id: number;
                action: string;
                status: string;
                error_code: string | null;
            } | {
                /** @constant */
                kind: "acceptance";
                /** @description Unix time in seconds */
                time: number;
                acceptance_id: number;
                vulnerability_id: string;
                /** @enum {string} */
                change: "began" | "ended";
            })[];
            /** @description older events of a kind are left out */
            truncated: boolean;
            /** @description findings that are still open, by the UTC day since when */
            open_since: {
                /** @description Unix time in seconds */
                day: number;
                findings: number;
                critical: number;
                high: number;
            }[];
        };
        /**
         * @example {
         *       "schedule": {
         *         "type": 3,
         *         "recurrence": 1,
         *         "start_time": "2026-03-27T02:30:00+01:00"
         *       },
         *       "count": 3
         *     }
         */
        SchedulePreviewRequest: {
            schedule: components["schemas"]["NewSchedule"];
            /** @default 5 */
            count: number;
        };
        /**
         * @example {
         *       "template_id": 3,
         *       "name": "nightly",
         *       "enabled": true,
         *       "expected_seconds": 340,
         *       "past": [
         *         {
         *           "due_at": 1790042400,
         *           "result": "started",
         *           "reason": null,
         *           "task_id": 12,
         *           "status": "completed",
         *           "started_at": 1790042400,
         *           "finished_at": 1790042740
         *         }
         *       ],
         *       "past_truncated": false,
         *       "planned": [
         *         1790128800
         *       ],
         *       "planned_truncated": false
         *     }
         */
        CalendarItem: {
            template_id: number;
            name: string;
            enabled: boolean;
            /** @description median length of the last five completed tasks; null: no task completed */
            expected_seconds: number | null;
            /** @description due starts, ascending: the newest 100 */
            past: {
                /** @description Unix time in seconds */
                due_at: number;
                /** @enum {string} */
                result: "started" | "skipped" | "coalesced";
                reason: string | null;
                task_id: number | null;
                status: ("working" | "completed" | "failed" | "stopped") | null;
                started_at: number | null;
                finished_at: number | null;
            }[];
            past_truncated: boolean;
            /** @description starts to come, ascending: the first 100; none if disabled */
            planned: number[];
            planned_truncated: boolean;
        };
        /**
         * @example {
         *       "host_id": 7
         *     }
         */
        LoginTestRequest: {
            host_id: number;
        };
        /**
         * @example {
         *       "ok": true,
         *       "steps": [
         *         {
         *           "step": "connect",
         *           "ok": true,
         *           "message": "Connected to 10.0.0.7"
         *         },
         *         {
         *           "step": "login",
         *           "ok": true,
         *           "message": "Logged in as root, host key ssh-ed25519 SHA256:…, pinned"
         *         },
         *         {
         *           "step": "commands",
         *           "ok": true,
         *           "message": "Commands can be run"
         *         },
         *         {
         *           "step": "rights",
         *           "ok": true,
         *           "message": "The user is root"
         *         }
         *       ],
         *       "error": null
         *     }
         */
        LoginTest: {
            ok: boolean;
            steps: {
                /** @enum {string} */
                step: "connect" | "login" | "commands" | "rights";
                ok: boolean;
                message: string;
            }[];
            /** @description as of an agent operation */
            error: {
                code: string;
                message: string;
                detail: string | null;
            } | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "rack 1",
         *       "description": "",
         *       "host_ids": [
         *         7
         *       ],
         *       "created_at": 1790000000,
         *       "updated_at": 1790000000
         *     }
         */
        Group: {
            id: number;
            name: string;
            description: string;
            host_ids: number[];
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
        };
        /**
         * @example {
         *       "name": "rack 1",
         *       "host_ids": [
         *         7
         *       ]
         *     }
         */
        NewGroup: {
            name: string;
            description?: string;
            host_ids?: number[];
        };
        /**
         * @example {
         *       "name": "rack 2"
         *     }
         */
        GroupChange: {
            name?: string;
            description?: string;
            host_ids?: number[];
            /** @description read-only: ignored */
            id?: unknown;
            /** @description read-only: ignored */
            created_at?: unknown;
            /** @description read-only: ignored */
            updated_at?: unknown;
        } | null;
        /**
         * @example {
         *       "add_host_ids": [
         *         7,
         *         8
         *       ],
         *       "remove_host_ids": [
         *         9
         *       ]
         *     }
         */
        GroupPatch: {
            name?: string;
            description?: string;
            add_host_ids?: number[];
            remove_host_ids?: number[];
        };
        /**
         * @example {
         *       "id": 2,
         *       "name": "lab root",
         *       "type": "ssh_key",
         *       "username": "root",
         *       "fingerprint": "SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8",
         *       "certificate_expires_at": null,
         *       "has_sudo_password": false,
         *       "created_at": 1790000000,
         *       "updated_at": 1790000000,
         *       "last_used_at": null,
         *       "used_by": {
         *         "template_ids": [
         *           1
         *         ],
         *         "operation_ids": []
         *       },
         *       "scope": null
         *     }
         */
        Credential: {
            id: number;
            name: string;
            /** @enum {string} */
            type: "ssh_password" | "winrm_password" | "ssh_key";
            username: string;
            /** @description of the public key, as ssh-keygen prints it; null: not a key */
            fingerprint: string | null;
            certificate_expires_at: number | null;
            /** @description whether sudo is given another password than the login */
            has_sudo_password: boolean;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
            /** @description the last login that succeeded */
            last_used_at: number | null;
            used_by: {
                /** @description templates that log in with it */
                template_ids: number[];
                /** @description running agent operations */
                operation_ids: number[];
            };
            scope: components["schemas"]["CredentialScope"] | null;
        };
        /**
         * @example {
         *       "group_ids": [
         *         1
         *       ],
         *       "networks": [
         *         "10.0.0.0/8"
         *       ]
         *     }
         */
        CredentialScope: {
            group_ids: number[];
            networks: string[];
        };
        /**
         * @example {
         *       "name": "lab root",
         *       "type": "ssh_password",
         *       "username": "root",
         *       "password": "<PASSWORD>"
         *     }
         * @example {
         *       "name": "cloud admin",
         *       "type": "ssh_key",
         *       "username": "admin",
         *       "private_key": "<PRIVATE KEY>",
         *       "passphrase": "<PASSPHRASE>"
         *     }
         */
        NewCredential: {
            name: string;
            /** @enum {string} */
            type: "ssh_password" | "winrm_password" | "ssh_key";
            username: string;
            password?: string;
            /** @description RSA, ECDSA or Ed25519, in the format of OpenSSH or PEM (PKCS#1, PKCS#8, SEC1) */
            private_key?: string;
            /** @description of the private key; it is not stored */
            passphrase?: string;
            certificate?: string | null;
            /** @description what sudo is given; default: the password */
            sudo_password?: string | null;
            scope?: components["schemas"]["NewCredentialScope"] | null;
        };
        /**
         * @description The only places where the credential may be used, by admins as well.
         * @example {
         *       "group_ids": [
         *         1
         *       ],
         *       "networks": [
         *         "10.0.0.0/8"
         *       ]
         *     }
         */
        NewCredentialScope: {
            /** @default [] */
            group_ids: number[];
            /** @default [] */
            networks: string[];
        };
        /**
         * @example {
         *       "scope": {
         *         "networks": [
         *           "10.0.0.0/8"
         *         ]
         *       }
         *     }
         * @example {
         *       "password": "<PASSWORD>"
         *     }
         */
        CredentialChange: {
            name?: string;
            /** @enum {string} */
            type?: "ssh_password" | "winrm_password" | "ssh_key";
            username?: string;
            password?: string;
            /** @description RSA, ECDSA or Ed25519, in the format of OpenSSH or PEM (PKCS#1, PKCS#8, SEC1) */
            private_key?: string;
            /** @description of the private key; it is not stored */
            passphrase?: string;
            certificate?: string | null;
            /** @description what sudo is given; default: the password */
            sudo_password?: string | null;
            scope?: components["schemas"]["NewCredentialScope"] | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "ops chat",
         *       "type": "webhook",
         *       "format": "slack",
         *       "url": "https://chat.example.org/hooks/1",
         *       "to": [],
         *       "enabled": true,
         *       "has_secret": false,
         *       "smtp_url": null,
         *       "has_smtp_password": false,
         *       "mail_from": null,
         *       "created_at": 1790000000,
         *       "updated_at": 1790000000
         *     }
         */
        NotificationChannel: {
            id: number;
            name: string;
            /** @enum {string} */
            type: "webhook" | "email";
            /** @description null: email */
            format: ("json" | "slack" | "mattermost" | "teams" | "matrix" | "ntfy") | null;
            /** @description of a webhook; only admins see what follows the host, which is often a secret */
            url: string | null;
            /** @description recipients of email */
            to: string[];
            enabled: boolean;
            has_secret: boolean;
            /** @description null: SMTP_URL */
            smtp_url: string | null;
            has_smtp_password: boolean;
            /** @description null: MAIL_FROM */
            mail_from: string | null;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
        };
        /**
         * @example {
         *       "name": "ops chat",
         *       "type": "webhook",
         *       "format": "slack",
         *       "url": "https://chat.example.org/hooks/1"
         *     }
         * @example {
         *       "name": "ops mail",
         *       "type": "email",
         *       "to": [
         *         "ops@example.org"
         *       ]
         *     }
         */
        NewNotificationChannel: {
            name: string;
            /** @enum {string} */
            type: "webhook" | "email";
            /** @description of a webhook; default: json */
            format?: ("json" | "slack" | "mattermost" | "teams" | "matrix" | "ntfy") | null;
            /** @description of a webhook: required */
            url?: string | null;
            /** @description of email: required */
            to?: string[];
            enabled?: boolean;
            /** @description of a webhook, write-only: the key of `Hostwarden-Signature`; for matrix and ntfy the access token */
            secret?: string | null;
            /** @description of email; null: SMTP_URL */
            smtp_url?: string | null;
            /** @description of email, write-only; used with `smtp_url` */
            smtp_password?: string | null;
            /** @description null: MAIL_FROM */
            mail_from?: string | null;
        };
        /**
         * @description Absent fields stay; null removes.
         * @example {
         *       "enabled": false
         *     }
         */
        NotificationChannelChange: {
            name?: string;
            /** @description of a webhook; default: json */
            format?: ("json" | "slack" | "mattermost" | "teams" | "matrix" | "ntfy") | null;
            /** @description of a webhook: required */
            url?: string | null;
            /** @description of email: required */
            to?: string[];
            enabled?: boolean;
            /** @description of a webhook, write-only: the key of `Hostwarden-Signature`; for matrix and ntfy the access token */
            secret?: string | null;
            /** @description of email; null: SMTP_URL */
            smtp_url?: string | null;
            /** @description of email, write-only; used with `smtp_url` */
            smtp_password?: string | null;
            /** @description null: MAIL_FROM */
            mail_from?: string | null;
        };
        /**
         * @example {
         *       "ok": true,
         *       "status": 200,
         *       "answer": "ok",
         *       "error": null
         *     }
         */
        NotificationTest: {
            ok: boolean;
            /** @description HTTP status, or code of the SMTP reply */
            status: number | null;
            /** @description the first 500 characters that the other side answered, cleaned */
            answer: string | null;
            error: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "channel_id": 1,
         *       "events": [
         *         "finding.new",
         *         "task.failed"
         *       ],
         *       "severity": "high",
         *       "risk_min": null,
         *       "template_ids": [],
         *       "group_ids": [],
         *       "host_ids": [],
         *       "digest": null,
         *       "next_digest_at": null,
         *       "offline_minutes": 15,
         *       "expiring_days": 14,
         *       "created_at": 1790000000,
         *       "updated_at": 1790000000
         *     }
         */
        NotificationRule: {
            id: number;
            channel_id: number;
            events: ("finding.new" | "task.failed" | "task.incomplete" | "host.unreachable" | "port.opened" | "finding.fixed" | "schedule.missed" | "agent.offline" | "certificate.expiring" | "feed.stale" | "acceptance.expiring" | "reboot.required" | "host.end_of_life")[];
            severity: ("critical" | "high" | "medium" | "low" | "none" | "unknown") | null;
            risk_min: number | null;
            /** @description empty: all */
            template_ids: number[];
            /** @description group_ids and host_ids empty: all hosts */
            group_ids: number[];
            host_ids: number[];
            digest: ("daily" | "weekly") | null;
            next_digest_at: number | null;
            offline_minutes: number;
            expiring_days: number;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
        };
        /**
         * @example {
         *       "channel_id": 1,
         *       "events": [
         *         "finding.new",
         *         "task.failed"
         *       ],
         *       "severity": "high"
         *     }
         */
        NewNotificationRule: {
            channel_id: number;
            events: ("finding.new" | "task.failed" | "task.incomplete" | "host.unreachable" | "port.opened" | "finding.fixed" | "schedule.missed" | "agent.offline" | "certificate.expiring" | "feed.stale" | "acceptance.expiring" | "reboot.required" | "host.end_of_life")[];
            /** @description lowest severity of findings; known exploited ones are sent in any case */
            severity?: ("critical" | "high" | "medium" | "low" | "none" | "unknown") | null;
            /** @description lowest risk of findings; known exploited ones are sent in any case */
            risk_min?: number | null;
            template_ids?: number[] | null;
            group_ids?: number[] | null;
            host_ids?: number[] | null;
            /** @description one message a day or a week, at 8:00; known exploited findings are sent at once */
            digest?: ("daily" | "weekly") | null;
            /** @description of agent.offline: how long an agent was silent */
            offline_minutes?: number;
            /** @description of certificate.expiring and acceptance.expiring: how long before */
            expiring_days?: number;
        };
        /**
         * @description Absent fields stay; null removes.
         * @example {
         *       "severity": "critical"
         *     }
         */
        NotificationRuleChange: {
            channel_id?: number;
            events?: ("finding.new" | "task.failed" | "task.incomplete" | "host.unreachable" | "port.opened" | "finding.fixed" | "schedule.missed" | "agent.offline" | "certificate.expiring" | "feed.stale" | "acceptance.expiring" | "reboot.required" | "host.end_of_life")[];
            /** @description lowest severity of findings; known exploited ones are sent in any case */
            severity?: ("critical" | "high" | "medium" | "low" | "none" | "unknown") | null;
            /** @description lowest risk of findings; known exploited ones are sent in any case */
            risk_min?: number | null;
            template_ids?: number[] | null;
            group_ids?: number[] | null;
            host_ids?: number[] | null;
            /** @description one message a day or a week, at 8:00; known exploited findings are sent at once */
            digest?: ("daily" | "weekly") | null;
            /** @description of agent.offline: how long an agent was silent */
            offline_minutes?: number;
            /** @description of certificate.expiring and acceptance.expiring: how long before */
            expiring_days?: number;
        };
        /**
         * @example {
         *       "id": 1876951040123456,
         *       "channel_id": 1,
         *       "rule_id": 1,
         *       "event": "finding.new",
         *       "task_id": 12,
         *       "state": "pending",
         *       "attempts": 1,
         *       "next_attempt_at": 1790000030,
         *       "last_error": "The receiver answered with status 500.",
         *       "created_at": 1790000000,
         *       "sent_at": null
         *     }
         */
        NotificationDelivery: {
            /** @description the idempotency key */
            id: number;
            channel_id: number;
            rule_id: number | null;
            /**
             * @description the most important one of the message
             * @enum {string}
             */
            event: "finding.new" | "task.failed" | "task.incomplete" | "host.unreachable" | "port.opened" | "finding.fixed" | "schedule.missed" | "agent.offline" | "certificate.expiring" | "feed.stale" | "acceptance.expiring" | "reboot.required" | "host.end_of_life" | "digest" | "test";
            task_id: number | null;
            /** @enum {string} */
            state: "pending" | "sent" | "failed";
            attempts: number;
            next_attempt_at: number | null;
            last_error: string | null;
            /** @description Unix time in seconds */
            created_at: number;
            sent_at: number | null;
        };
        /**
         * @example {
         *       "id": 3,
         *       "name": "dashboard",
         *       "role": "viewer",
         *       "created_at": 1790000000,
         *       "expires_at": null,
         *       "last_used_at": null
         *     }
         */
        Token: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            /** @description Unix time in seconds */
            created_at: number;
            expires_at: number | null;
            last_used_at: number | null;
        };
        /**
         * @example {
         *       "id": 3,
         *       "name": "dashboard",
         *       "role": "viewer",
         *       "created_at": 1790000000,
         *       "expires_at": null,
         *       "last_used_at": null
         *     }
         */
        Caller: {
            id: number | null;
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            /** @description Unix time in seconds */
            created_at: number;
            expires_at: number | null;
            last_used_at: number | null;
        };
        /**
         * @example {
         *       "name": "dashboard",
         *       "role": "viewer",
         *       "expires_at": "2027-01-01T00:00:00Z"
         *     }
         */
        NewToken: {
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            expires_at?: (number | string) | null;
        };
        /**
         * @example {
         *       "id": 3,
         *       "name": "dashboard",
         *       "role": "viewer",
         *       "created_at": 1790000000,
         *       "expires_at": null,
         *       "last_used_at": null,
         *       "token": "hw_…"
         *     }
         */
        TokenWithText: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            /** @description Unix time in seconds */
            created_at: number;
            expires_at: number | null;
            last_used_at: number | null;
            token: string;
        };
        /**
         * @example {
         *       "code": "hwc_…"
         *     }
         */
        SignIn: {
            code: string;
        } | {
            token: string;
        };
        /**
         * @example {
         *       "id": 4,
         *       "token_id": 1,
         *       "token_name": "admin",
         *       "role": "admin",
         *       "created_at": 1790000000,
         *       "last_used_at": 1790000300,
         *       "expires_at": 1790604800,
         *       "address": "127.0.0.1",
         *       "user_agent": "Mozilla/5.0",
         *       "is_current": true,
         *       "header": "hwsh_…"
         *     }
         */
        StartedSession: {
            id: number;
            /** @description null: API_TOKEN */
            token_id: number | null;
            token_name: string;
            /**
             * @description the lower one of the session and of its token
             * @enum {string}
             */
            role: "viewer" | "operator" | "admin";
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            last_used_at: number;
            /** @description Unix time in seconds; without use it ends earlier */
            expires_at: number;
            address: string;
            user_agent: string | null;
            /** @description it is the session of this request */
            is_current: boolean;
            /** @description the second half of the session, for the header `Hostwarden-Session` */
            header: string;
        };
        /**
         * @example {
         *       "role": "viewer"
         *     }
         */
        NewSignInCode: {
            /**
             * @description at most that of the caller, the default
             * @enum {string}
             */
            role?: "viewer" | "operator" | "admin";
        };
        /**
         * @example {
         *       "code": "hwc_…",
         *       "expires_at": 1790000120
         *     }
         */
        SignInCode: {
            code: string;
            /** @description Unix time in seconds */
            expires_at: number;
        };
        /**
         * @example {
         *       "id": 4,
         *       "token_id": 1,
         *       "token_name": "admin",
         *       "role": "admin",
         *       "created_at": 1790000000,
         *       "last_used_at": 1790000300,
         *       "expires_at": 1790604800,
         *       "address": "127.0.0.1",
         *       "user_agent": "Mozilla/5.0",
         *       "is_current": true
         *     }
         */
        Session: {
            id: number;
            /** @description null: API_TOKEN */
            token_id: number | null;
            token_name: string;
            /**
             * @description the lower one of the session and of its token
             * @enum {string}
             */
            role: "viewer" | "operator" | "admin";
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            last_used_at: number;
            /** @description Unix time in seconds; without use it ends earlier */
            expires_at: number;
            address: string;
            user_agent: string | null;
            /** @description it is the session of this request */
            is_current: boolean;
        };
        /**
         * @example {
         *       "id": 12,
         *       "time": 1790000000,
         *       "actor": {
         *         "token_id": 3,
         *         "name": "night shift",
         *         "role": "operator",
         *         "address": "10.0.0.7"
         *       },
         *       "action": "update",
         *       "resource": "host",
         *       "resource_id": "7",
         *       "resource_name": "printer",
         *       "changes": {
         *         "name": [
         *           "10.0.0.9",
         *           "printer"
         *         ]
         *       },
         *       "outcome": "ok",
         *       "status": 200,
         *       "code": null,
         *       "request_id": "5f0c2d1a-4",
         *       "count": 1
         *     }
         */
        AuditLine: {
            id: number;
            /** @description Unix time in seconds */
            time: number;
            actor: {
                token_id: number | null;
                name: string | null;
                role: string | null;
                address: string | null;
            };
            action: string;
            resource: string;
            /** @description null: none, unknown or several */
            resource_id: string | null;
            /** @description its name then; of what belongs to a host, that of the host; null: none, or not known */
            resource_name: string | null;
            /** @description changed fields with the values before and after; never secrets */
            changes: {
                [key: string]: unknown[];
            } | null;
            /** @enum {string} */
            outcome: "ok" | "refused" | "failed";
            status: number | null;
            /** @description of the error */
            code: string | null;
            request_id: string | null;
            /** @description changed resources, or failed logins */
            count: number;
        };
        /**
         * @example {
         *       "name": "osv-debian",
         *       "address": "https://storage.googleapis.com/osv-vulnerabilities/Debian/all.zip",
         *       "licence": "MIT (Debian)",
         *       "needed": true,
         *       "version": "2026-01-28T10:18:47Z",
         *       "updated_at": 1790000000,
         *       "checked_at": 1790000000,
         *       "data_from": 1769595527,
         *       "stale": true,
         *       "age_seconds": 3600,
         *       "records": 40112,
         *       "ranges": 121930,
         *       "rejected": 0,
         *       "status": "ready",
         *       "progress": null,
         *       "error": null,
         *       "retry_at": null,
         *       "missing": []
         *     }
         */
        Feed: {
            /** @enum {string} */
            name: "osv-debian" | "osv-ubuntu" | "osv-alpine" | "osv-almalinux" | "osv-rocky" | "osv-redhat" | "osv-suse" | "osv-opensuse" | "osv-wolfi" | "osv-chainguard" | "debian-tracker" | "alpine-secdb" | "nvd" | "kev" | "epss" | "eol";
            /** @description URL it is fetched from by an update; of a multi-file feed the folder */
            address: string;
            /** @description license, as stated by the publisher */
            licence: string;
            /** @description used to evaluate at least one stored inventory or scan */
            needed: boolean;
            /** @description publisher's version label, otherwise the timestamp of the newest record; null if nothing is loaded */
            version: string | null;
            /** @description when the current data became active */
            updated_at: number | null;
            /** @description when it was last loaded or found unchanged */
            checked_at: number | null;
            /** @description date of the publisher's data */
            data_from: number | null;
            /** @description the data is older than FEED_STALE_DAYS */
            stale: boolean;
            /** @description seconds since updated_at */
            age_seconds: number | null;
            records: number;
            ranges: number;
            /** @description records that could not be parsed */
            rejected: number;
            /** @enum {string} */
            status: "empty" | "ready" | "updating" | "failed";
            /** @description progress of the queued or running update */
            progress: components["schemas"]["FeedProgress"] | null;
            /** @description why the last update failed; the previous data stays active */
            error: string | null;
            /** @description when files that failed are fetched again; null: none has failed, or FEED_REFRESH=off */
            retry_at: number | null;
            /** @description parts that were never loaded: years of nvd */
            missing: string[];
        };
        /**
         * @example {
         *       "step": "fetching",
         *       "bytes": 1048576,
         *       "total": 90112000,
         *       "records": 0
         *     }
         */
        FeedProgress: {
            /** @enum {string} */
            step: "waiting" | "fetching" | "loading" | "judging";
            /** @description bytes fetched so far */
            bytes: number;
            /** @description bytes to fetch; null if unknown */
            total: number | null;
            /** @description records read so far */
            records: number;
        };
        /**
         * @example {
         *       "record": "DEBIAN-CVE-2026-1",
         *       "reason": "`affected` is not an array",
         *       "sample": "{\"id\":\"DEBIAN-CVE-2026-1\"}"
         *     }
         */
        RejectedRecord: {
            record: string;
            reason: string;
            sample: string;
        };
        /**
         * @example {
         *       "version": "0.2.0",
         *       "now": 1790000000,
         *       "clock_jump": null,
         *       "zone": "Europe/Berlin",
         *       "tls": "off",
         *       "public_url": null,
         *       "limits": {
         *         "body_bytes": 8388608,
         *         "hosts_per_request": 10000,
         *         "hosts_per_task": 65536,
         *         "ports_per_template": 65535,
         *         "concurrent_tasks": 8,
         *         "concurrent_agent_operations": 10,
         *         "requests_per_minute": 6000,
         *         "feed_bytes": 2147483648
         *       },
         *       "feeds": {
         *         "refresh": "auto",
         *         "stale_days": 7
         *       },
         *       "retention": {
         *         "event_days": 30,
         *         "audit_days": 365
         *       },
         *       "scan": {
         *         "allow": [],
         *         "deny": [
         *           "10.0.9.0/24"
         *         ]
         *       },
         *       "trust_on_first_use": true,
         *       "mail": {
         *         "is_configured": false,
         *         "from": null
         *       },
         *       "data_dir": {
         *         "bytes": 2000000,
         *         "database_bytes": 900000,
         *         "knowledge_bytes": 1000000,
         *         "feeds_bytes": 90000
         *       }
         *     }
         */
        Settings: {
            version: string;
            /** @description the clock of the service, Unix seconds */
            now: number;
            /** @description the newest jump of the clock that was noticed: it differs from the time that has passed */
            clock_jump: {
                /** @description Unix time in seconds */
                noticed_at: number;
                /** @description positive: the clock jumped ahead */
                seconds: number;
                message: string;
            } | null;
            /** @description the time zone of schedules */
            zone: string;
            /** @enum {string} */
            tls: "off" | "self-signed" | "certificate";
            public_url: string | null;
            limits: {
                /** @description bytes */
                body_bytes: number;
                hosts_per_request: number;
                hosts_per_task: number;
                ports_per_template: number;
                concurrent_tasks: number;
                concurrent_agent_operations: number;
                /** @description of one token; 0: no limit */
                requests_per_minute: number;
                /** @description bytes */
                feed_bytes: number;
            };
            feeds: {
                /** @enum {string} */
                refresh: "auto" | "off";
                /** @description days */
                stale_days: number;
            };
            retention: {
                /** @description days */
                event_days: number;
                /** @description days */
                audit_days: number;
            };
            /** @description blocks that may be contacted (none: all), and that may not */
            scan: {
                allow: string[];
                deny: string[];
            };
            trust_on_first_use: boolean;
            mail: {
                is_configured: boolean;
                from: string | null;
            };
            data_dir: {
                /** @description bytes */
                bytes: number;
                /** @description bytes */
                database_bytes: number;
                /** @description bytes */
                knowledge_bytes: number;
                /** @description bytes */
                feeds_bytes: number;
            };
        };
        /**
         * @example {
         *       "ticket": "hwt_…",
         *       "expires_at": 1790000030,
         *       "session": null
         *     }
         */
        WebSocketTicket: {
            ticket: string;
            /** @description Unix time in seconds */
            expires_at: number;
            /** @description that of the request, as in `GET /session`; null: it has a token */
            session: components["schemas"]["Session"] | null;
        };
        /**
         * @example {
         *       "seq": 41,
         *       "event": "agent.install.progress",
         *       "time": 1790000000,
         *       "operation_id": 3,
         *       "host_id": 7,
         *       "action": "install",
         *       "step": "upload",
         *       "percent": 50,
         *       "message": "Uploading the agent",
         *       "error": null
         *     }
         */
        AgentEvent: {
            seq: number;
            event: string;
            /** @description Unix time in seconds */
            time: number;
            operation_id: number;
            host_id: number;
            /** @enum {string} */
            action: "install" | "update" | "uninstall";
            step: string;
            percent: number;
            message: string;
            error: {
                code: string;
                message: string;
                detail: string | null;
            } | null;
        };
        /**
         * @description an OpenVEX 0.2.0 or CSAF 2.0 VEX document
         * @example {
         *       "@context": "https://openvex.dev/ns/v0.2.0",
         *       "@id": "https://openvex.dev/docs/example/vex-9fb3463de1b57",
         *       "author": "Example Inc.",
         *       "timestamp": "2026-01-08T18:02:03Z",
         *       "version": 1,
         *       "statements": [
         *         {
         *           "vulnerability": {
         *             "name": "CVE-2024-6387"
         *           },
         *           "products": [
         *             {
         *               "@id": "pkg:deb/debian/openssh-server?distro=debian-12"
         *             }
         *           ],
         *           "status": "not_affected",
         *           "justification": "vulnerable_code_not_present"
         *         }
         *       ]
         *     }
         */
        VexDocument: {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "source": "https://openvex.dev/docs/example/vex-9fb3463de1b57",
         *       "by": "Example Inc.",
         *       "format": "openvex",
         *       "acceptances": 12,
         *       "added": 2,
         *       "ended": 0,
         *       "skipped": {
         *         "product": 3,
         *         "version": 0,
         *         "contradicted": 0
         *       }
         *     }
         */
        VexImport: {
            /** @description id of the document */
            source: string;
            /** @description its author */
            by: string;
            /** @enum {string} */
            format: "openvex" | "csaf";
            /** @description of this document that are active now */
            acceptances: number;
            added: number;
            /** @description of an earlier version of the document */
            ended: number;
            /** @description statements that are not kept, by reason */
            skipped: {
                /** @description the product is not a package or service it can match */
                product: number;
                /** @description `fixed` without a version */
                version: number;
                /** @description some of these versions are affected */
                contradicted: number;
            };
        };
        /**
         * @example {
         *       "collected_at": 1790000000,
         *       "sections": {
         *         "os-release": "NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\n",
         *         "dpkg": "bash\t5.2.15-2+b7\tamd64\tbash\t5.2.15-2\tii \t7168\n"
         *       }
         *     }
         */
        NewInventoryReport: {
            /**
             * @example 1790000000
             * @example 2026-09-21T14:13:20Z
             */
            collected_at?: number | string;
            sections: {
                [key: string]: string;
            };
        };
        /**
         * @example {
         *       "name": "web-1",
         *       "os": "Debian GNU/Linux",
         *       "kernel_version": "6.1.0-28-amd64",
         *       "os_version": "12",
         *       "full_os_name": "Debian GNU/Linux 12 (bookworm)",
         *       "ram": 8589934592,
         *       "cpu_cores": 4,
         *       "cpu_name": "AMD EPYC 7B13",
         *       "uptime": 86400,
         *       "architecture": "x86_64",
         *       "running_kernel": "6.1.0-28-amd64",
         *       "reboot_required": false,
         *       "restarts_required": [
         *         "nginx.service"
         *       ],
         *       "processes_not_seen": 0,
         *       "live_patches": null,
         *       "collected_at": 1790000000,
         *       "packages_count": 1,
         *       "warnings": [
         *         {
         *           "section": "meminfo",
         *           "message": "no MemTotal"
         *         }
         *       ]
         *     }
         */
        ImportedInventory: {
            name: string | null;
            os: string | null;
            kernel_version: string | null;
            os_version: string | null;
            full_os_name: string | null;
            /** @description bytes */
            ram: number | null;
            cpu_cores: number | null;
            cpu_name: string | null;
            /** @description seconds */
            uptime: number | null;
            architecture: string | null;
            running_kernel: string | null;
            reboot_required: boolean | null;
            /** @description services, or programs without one, that run files which were replaced; null: not known, as not all processes were seen after the last change of the packages */
            restarts_required: string[] | null;
            /** @description processes that could not be inspected; null: not inspected, or their number is not known */
            processes_not_seen: number | null;
            /** @description names of the live patches that the kernel has loaded; null: none is known */
            live_patches: string[] | null;
            /** @description Unix time in seconds */
            collected_at: number;
            packages_count: number;
            warnings: {
                section: string;
                message: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTemplates: {
        parameters: {
            query?: {
                name?: string;
                type?: string;
                /** @description substring of the name */
                q?: string;
                /** @description a leading `-` reverses the order; default: by id */
                sort?: "id" | "-id" | "name" | "-name" | "type" | "-type" | "last_task" | "-last_task" | "next_start" | "-next_start";
                include?: "last_task";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    type?: string;
                } | null;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Template"][];
                        /** @description only with `include=last_task` */
                        meta?: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTemplate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    setScheduleEnabled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchSchedule"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    findTemplates: {
        parameters: {
            query?: {
                name?: string;
                type?: string;
                /** @description substring of the name */
                q?: string;
                /** @description a leading `-` reverses the order; default: by id */
                sort?: "id" | "-id" | "name" | "-name" | "type" | "-type" | "last_task" | "-last_task" | "next_start" | "-next_start";
                include?: "last_task";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    type?: string;
                } | null;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Template"][];
                        /** @description only with `include=last_task` */
                        meta?: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: {
                include?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TemplateChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    runTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplatePatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    deleteTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number[];
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    previewSchedule: {
        parameters: {
            query?: {
                count?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: number[];
                    };
                };
            };
        };
    };
    getScheduleHistory: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ScheduleHistoryItem"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    listTasks: {
        parameters: {
            query?: {
                templates_id?: number;
                status?: "working" | "completed" | "failed" | "stopped";
                task_type?: string;
                /** @description tasks that have this host */
                host_id?: number;
                archived?: "true" | "false" | "all";
                /** @description substring of the number, the name of the template, the state or the error */
                q?: string;
                /** @description a leading `-` reverses */
                sort?: "id" | "-id" | "template" | "-template" | "type" | "-type" | "status" | "-status" | "hosts" | "-hosts" | "started_at" | "-started_at" | "duration" | "-duration";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listTaskHosts: {
        parameters: {
            query?: {
                outcome?: "done" | "unreachable" | "not_allowed" | "failed" | "stopped" | "no_agent" | "agent_offline" | "auth_failed" | "timeout" | "bad_data" | "no_import" | "waiting";
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TaskHost"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            /** @description the number of hosts by outcome; `waiting`: without one yet */
                            outcomes: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
        };
    };
    listTaskResults: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TaskResult"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    stopTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    getTemplateDiff: {
        parameters: {
            query?: {
                /** @description takes precedence over the Accept header; default: json */
                format?: "json" | "csv" | "markdown" | "html";
                /** @description include findings rated unimportant by their publisher */
                unimportant?: boolean;
                /** @description minimum severity of the listed findings; counts include all of them */
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                /** @description adds what to do first, for the newest task; the other formats always have it */
                include?: "remediations";
                /** @description id of the first task to include */
                since?: number;
                /** @description at most N latest tasks */
                last?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TaskDiff"][];
                    };
                    "text/csv": string;
                    "text/markdown": string;
                    "text/html": string;
                };
            };
        };
    };
    getTaskDiff: {
        parameters: {
            query?: {
                /** @description takes precedence over the Accept header; default: json */
                format?: "json" | "csv" | "markdown" | "html";
                /** @description include findings rated unimportant by their publisher */
                unimportant?: boolean;
                /** @description minimum severity of the listed findings; counts include all of them */
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                /** @description adds what to do first, for the newest task; the other formats always have it */
                include?: "remediations";
                /** @description id of an earlier task of the template to compare with; default: the task before */
                base?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TaskDiff"];
                    };
                    "text/csv": string;
                    "text/markdown": string;
                    "text/html": string;
                };
            };
        };
    };
    getTaskReport: {
        parameters: {
            query?: {
                /** @description takes precedence over the Accept header; default: json */
                format?: "json" | "csv" | "markdown" | "html";
                /** @description include findings rated unimportant by their publisher */
                unimportant?: boolean;
                /** @description minimum severity of the listed findings; counts include all of them */
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                /** @description adds what to do first, for the newest task; the other formats always have it */
                include?: "remediations";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TaskReport"];
                    };
                    "text/csv": string;
                    "text/markdown": string;
                    "text/html": string;
                };
            };
        };
    };
    getTemplateChain: {
        parameters: {
            query?: {
                /** @description at most this many newest finished tasks */
                last?: number;
                include?: "template";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChainCounts"];
                    };
                };
            };
        };
    };
    listDiffEntries: {
        parameters: {
            query?: {
                section?: "new" | "fixed" | "changed" | "not_compared" | "ports";
                /** @description id of an earlier task of the template to compare with; default: the task before */
                base?: number;
                host_id?: number;
                /** @description minimum severity, of `new`, `fixed` and `changed` */
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                /** @description substring of host or address, and of vulnerability, title or package; of reason or ports; or of port or product */
                q?: string;
                /** @description `not_compared` and `ports` are by host; a leading `-` reverses */
                sort?: "risk" | "-risk" | "severity" | "-severity" | "host" | "-host" | "package" | "-package";
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: (components["schemas"]["ChangedEntry"] | components["schemas"]["DiffEntry"] | components["schemas"]["ServiceDiff"] | components["schemas"]["NotCompared"])[];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            /**
                             * @description the coverage and the counts of the whole diff
                             * @example {
                             *       "task_id": 13,
                             *       "number_task": "TASK-00013",
                             *       "status": "completed",
                             *       "finished_at": 1789990060,
                             *       "base_task_id": 12,
                             *       "summary": {
                             *         "new": 0,
                             *         "fixed": 1,
                             *         "changed": 0,
                             *         "unchanged": 41,
                             *         "accepted": 0,
                             *         "not_compared": 1,
                             *         "open": 41,
                             *         "checked_hosts": 1,
                             *         "not_checked_hosts": 1,
                             *         "unanswered_addresses": 0,
                             *         "coverage": {
                             *           "packages": {
                             *             "matched": 0,
                             *             "partly": 0,
                             *             "not_matched": 0,
                             *             "not_applicable": 2
                             *           },
                             *           "services": {
                             *             "matched": 1,
                             *             "partly": 0,
                             *             "not_matched": 1,
                             *             "not_applicable": 0
                             *           }
                             *         },
                             *         "by_severity": {
                             *           "critical": {
                             *             "new": 0,
                             *             "fixed": 1,
                             *             "open": 0
                             *           },
                             *           "high": {
                             *             "new": 0,
                             *             "fixed": 0,
                             *             "open": 0
                             *           },
                             *           "medium": {
                             *             "new": 0,
                             *             "fixed": 0,
                             *             "open": 41
                             *           },
                             *           "low": {
                             *             "new": 0,
                             *             "fixed": 0,
                             *             "open": 0
                             *           },
                             *           "none": {
                             *             "new": 0,
                             *             "fixed": 0,
                             *             "open": 0
                             *           },
                             *           "unknown": {
                             *             "new": 0,
                             *             "fixed": 0,
                             *             "open": 0
                             *           }
                             *         }
                             *       },
                             *       "not_checked": [
                             *         {
                             *           "state": "not_matched",
                             *           "reason": "no_result",
                             *           "message": "The host did not respond on any of the 1000 scanned ports.",
                             *           "hosts": 1
                             *         }
                             *       ],
                             *       "feeds": [
                             *         {
                             *           "name": "osv-debian",
                             *           "data_from": 1789990000,
                             *           "stale": false
                             *         }
                             *       ],
                             *       "ports": 0,
                             *       "moved": [
                             *         {
                             *           "from": {
                             *             "host_id": 30,
                             *             "ip": "192.0.2.30",
                             *             "name": "nas"
                             *           },
                             *           "to": {
                             *             "host_id": 31,
                             *             "ip": "192.0.2.31",
                             *             "name": "192.0.2.31"
                             *           },
                             *           "evidence": "SSH host key SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8"
                             *         }
                             *       ]
                             *     }
                             */
                            diff: components["schemas"]["DiffHead"];
                        };
                    };
                };
            };
        };
    };
    listRemediationsOfTask: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Remediation"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    listHostsV1: {
        parameters: {
            query?: {
                ip?: string;
                name?: string;
                /** @description `risk`: highest risk first; `-risk`: lowest first; default: by id */
                sort?: "risk" | "-risk";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HostV1Item"][];
                    };
                };
            };
        };
    };
    createHostsV1: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewHostV1"][];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: components["schemas"]["HostV1"][];
                        existing: components["schemas"]["HostV1"][];
                    };
                };
            };
        };
    };
    deleteHostsV1: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getHostV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HostV1"];
                    };
                };
            };
        };
    };
    updateHostV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HostV1Change"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HostV1"];
                    };
                };
            };
        };
    };
    deleteHostV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    streamAgentEventsV1: {
        parameters: {
            query?: {
                ticket?: string;
                since?: number;
                host_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Switching protocols */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    streamEventsV1: {
        parameters: {
            query?: {
                ticket?: string;
                since?: number;
                topics?: string;
                task_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Switching protocols */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listHosts: {
        parameters: {
            query?: {
                current_ip?: string;
                hostname?: string;
                /** @description substring of name or address */
                q?: string;
                status?: "unknown" | "online" | "offline";
                /** @description substring of the operating system's name */
                system?: string;
                agent?: "online" | "offline" | "none";
                /** @description hosts with an open finding of this severity or a higher one */
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                /** @description addresses of ranges at which nothing ever answered: `false` (default) leaves them out, `true` lists only them, `all` lists hosts and addresses; an `id` is found in any case */
                unanswered?: "false" | "true" | "all";
                /** @description as `not_checked` of the summary counts */
                coverage?: "checked" | "not_checked";
                id?: number;
                /** @description any of these */
                ids?: string;
                group_id?: number;
                /** @description whether a known exploited vulnerability is open */
                kev?: boolean;
                /** @description `risk` adds risk, open, by_severity, known_exploited, agent, coverage and group_names to each host; `coverage` adds `meta.not_checked` */
                include?: string;
                /** @description `risk` and `open`: highest first; `last_seen`: newest first; a leading `-` reverses the order; default: by id */
                sort?: "risk" | "-risk" | "open" | "-open" | "name" | "-name" | "address" | "-address" | "last_seen" | "-last_seen" | "system" | "-system";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Host"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            /** @description of the hosts of `group_id`, otherwise of all; only with `include=coverage` */
                            not_checked?: {
                                hosts: number;
                                total: number;
                                unanswered_addresses: number;
                                coverage: {
                                    packages: {
                                        matched: number;
                                        partly: number;
                                        not_matched: number;
                                        not_applicable: number;
                                    };
                                    services: {
                                        matched: number;
                                        partly: number;
                                        not_matched: number;
                                        not_applicable: number;
                                    };
                                };
                                reasons: {
                                    [key: string]: number;
                                };
                                details: {
                                    state: string;
                                    reason: string | null;
                                    message: string;
                                    hosts: number;
                                }[];
                            };
                        };
                    };
                };
            };
        };
    };
    createHosts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewHost"][];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            created: components["schemas"]["Host"][];
                            existing: components["schemas"]["Host"][];
                        };
                    };
                };
            };
        };
    };
    deleteHosts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                } | {
                    filter: components["schemas"]["HostFilter"];
                    /** @description the number of hosts that must match; otherwise nothing changes */
                    expected: number;
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HostCard"];
                    };
                };
            };
        };
    };
    updateHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HostChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HostCard"];
                    };
                };
            };
        };
    };
    deleteHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSummaryOfFleet: {
        parameters: {
            query?: {
                since?: number | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Summary"];
                    };
                };
            };
        };
    };
    listRemediations: {
        parameters: {
            query?: {
                host_id?: number;
                group_id?: number;
                /** @description at least one of its findings has this severity or a higher one */
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                kev?: boolean;
                package?: string;
                /** @description substring of the id, the title or the package */
                q?: string;
                /** @description whether a fixed version is known */
                fixable?: boolean;
                epss_min?: number;
                /** @description `sh`: a shell script with the commands for one host; needs `host_id` */
                format?: "json" | "sh";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Remediation"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            not_checked: components["schemas"]["NotCheckedHosts"];
                        };
                    };
                    "text/x-shellscript": string;
                };
            };
        };
    };
    getHistoryOfFleet: {
        parameters: {
            query?: {
                /** @description at most this many days, today included */
                days?: number;
                /** @description the hosts that were in this group on each day */
                group_id?: number;
                /** @description the findings of its tasks (the newest 1,000): after the last one of each day; not with `group_id` */
                template_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HistoryDay"][];
                    };
                };
            };
        };
    };
    listServices: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Service"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            /** @description the last scan of the present address; null: its ports were never scanned; with null in its fields: its task was deleted, or scanned a former address */
                            last_scan: {
                                at: number | null;
                                /** @description the scanned TCP ports: `22,80-82` */
                                ports: string | null;
                            } | null;
                        };
                    };
                };
            };
        };
    };
    listFindings: {
        parameters: {
            query?: {
                /** @description minimum severity */
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                /** @description maximum severity */
                severity_max?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                kev?: boolean;
                package?: string;
                accepted?: boolean;
                /** @description include findings rated unimportant by their publisher */
                unimportant?: boolean;
                /** @description substring of the id, the title or the package */
                q?: string;
                /** @description whether a fixed version is known */
                fixable?: boolean;
                /** @description what still runs the code from before an installed fix */
                runs_old_code?: "kernel" | "processes";
                epss_min?: number;
                /** @description default: highest risk first; a leading `-` turns the order round */
                sort?: "risk" | "-risk" | "severity" | "-severity" | "cvss_score" | "-cvss_score" | "epss" | "-epss" | "first_seen" | "-first_seen" | "last_seen" | "-last_seen" | "host" | "-host" | "package" | "-package";
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Finding"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            coverage: components["schemas"]["Coverage"];
                        };
                    };
                };
            };
        };
    };
    listVulnerabilities: {
        parameters: {
            query?: {
                /** @description minimum severity */
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                /** @description maximum severity */
                severity_max?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                kev?: boolean;
                package?: string;
                group_id?: number;
                accepted?: boolean;
                /** @description include findings rated unimportant by their publisher */
                unimportant?: boolean;
                /** @description substring of the id, the title or the package */
                q?: string;
                host_id?: number;
                /** @description whether a fixed version is known */
                fixable?: boolean;
                /** @description what still runs the code from before an installed fix */
                runs_old_code?: "kernel" | "processes";
                epss_min?: number;
                /** @description default: highest risk first; a leading `-` turns the order round */
                sort?: "risk" | "-risk" | "severity" | "-severity" | "cvss_score" | "-cvss_score" | "epss" | "-epss" | "first_seen" | "-first_seen" | "last_seen" | "-last_seen" | "host" | "-host" | "package" | "-package";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Vulnerability"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            not_checked: components["schemas"]["NotCheckedHosts"];
                        };
                    };
                };
            };
        };
    };
    getVulnerability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VulnerabilityCard"];
                    };
                };
            };
        };
    };
    listFindingsOfVulnerability: {
        parameters: {
            query?: {
                /** @description default: highest risk first; a leading `-` turns the order round */
                sort?: "risk" | "-risk" | "severity" | "-severity" | "cvss_score" | "-cvss_score" | "epss" | "-epss" | "first_seen" | "-first_seen" | "last_seen" | "-last_seen" | "host" | "-host" | "package" | "-package";
                page?: number;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Finding"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    acceptVulnerability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAcceptance"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Acceptance"];
                    };
                };
            };
        };
    };
    revokeAcceptance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                acceptance_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listFindingsOfAllHosts: {
        parameters: {
            query?: {
                /** @description minimum severity */
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                /** @description maximum severity */
                severity_max?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                kev?: boolean;
                package?: string;
                group_id?: number;
                accepted?: boolean;
                /** @description include findings rated unimportant by their publisher */
                unimportant?: boolean;
                /** @description substring of the id, the title or the package */
                q?: string;
                host_id?: number;
                /** @description whether a fixed version is known */
                fixable?: boolean;
                /** @description what still runs the code from before an installed fix */
                runs_old_code?: "kernel" | "processes";
                epss_min?: number;
                /** @description default: highest risk first; a leading `-` turns the order round */
                sort?: "risk" | "-risk" | "severity" | "-severity" | "cvss_score" | "-cvss_score" | "epss" | "-epss" | "first_seen" | "-first_seen" | "last_seen" | "-last_seen" | "host" | "-host" | "package" | "-package";
                limit?: number;
                page?: number;
                /** @description `open`: not accepted; `accepted`; `new` and `fixed`: what appeared and disappeared since `since`, as the summary and the history count it. Absent: all findings of now */
                state?: "open" | "accepted" | "new" | "fixed";
                /** @description first seen at this time or later; with `new` and `fixed` appeared or disappeared then, by default on the last 7 UTC days */
                since?: number | string;
                /** @description before this time */
                until?: number | string;
                /** @description of a change; only with `new` and `fixed` */
                cause?: "target" | "knowledge" | "both";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FlatFinding"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            not_checked: components["schemas"]["NotCheckedHosts"];
                            /** @description null without `state=new` or `fixed` */
                            changes: {
                                /** @description of the request, or its default */
                                since: number;
                                /** @description changes before it are not stored: 90 days ago, or the upgrade that began it */
                                known_since: number;
                            } | null;
                        };
                    };
                };
            };
        };
    };
    listAcceptances: {
        parameters: {
            query?: {
                vulnerability_id?: string;
                /** @description acceptances that name this host */
                host_id?: number;
                /** @description acceptances that name this group */
                group_id?: number;
                kind?: "person" | "vendor";
                /** @description id of a VEX document */
                source?: string;
                /** @description revoked or expired; absent: both */
                ended?: boolean;
                /** @description active ones that expire within this number of days */
                expiring_within_days?: number;
                /** @description `openvex`: all active ones as one OpenVEX 0.2.0 document, without pages */
                format?: "json" | "openvex";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Acceptance"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    } | components["schemas"]["OpenVexDocument"];
                };
            };
        };
    };
    createAcceptance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRegisteredAcceptance"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Acceptance"];
                    };
                };
            };
        };
    };
    getAcceptance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Acceptance"];
                    };
                };
            };
        };
    };
    extendAcceptance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptanceChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Acceptance"];
                    };
                };
            };
        };
    };
    endAcceptance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createAcceptances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkAcceptance"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BulkAcceptanceResult"];
                    };
                };
            };
        };
    };
    importVexDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VexDocument"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VexImport"];
                    };
                };
            };
        };
    };
    switchOffVexDocument: {
        parameters: {
            query: {
                /** @description id of the document */
                source: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPackages: {
        parameters: {
            query?: {
                name?: string;
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Package"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    listPackageChanges: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PackageChange"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Agent"];
                    };
                };
            };
        };
    };
    startAgentOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgentOperation"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentOperation"];
                    };
                };
            };
        };
    };
    getAgentOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                operation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentOperation"];
                    };
                };
            };
        };
    };
    pinSshHostKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSshHostKey"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SshHostKey"];
                    };
                };
            };
        };
    };
    forgetSshHostKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    pinWinrmCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWinRmCertificate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WinRmCertificate"];
                    };
                };
            };
        };
    };
    forgetWinrmCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAgentOperations: {
        parameters: {
            query?: {
                batch?: number;
                host_id?: number;
                status?: "working" | "completed" | "failed";
                error_code?: string;
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentOperationOfHost"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            /** @description null without the filter `batch` */
                            batch: components["schemas"]["AgentBatchProgress"] | null;
                        };
                    };
                };
            };
        };
    };
    startAgentBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "install" | "update" | "uninstall";
                    credential_id: number;
                    /** @default false */
                    dry_run?: boolean;
                    host_ids: number[];
                } | {
                    /** @enum {string} */
                    action: "install" | "update" | "uninstall";
                    credential_id: number;
                    /** @default false */
                    dry_run?: boolean;
                    filter: components["schemas"]["HostFilter"];
                    /** @description the number of hosts that must match; otherwise nothing changes */
                    expected: number;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentBatch"];
                    };
                };
            };
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description substring of name or address */
                q?: string;
                /** @description `none`: hosts without an agent; default: all hosts with one */
                state?: "online" | "offline" | "none";
                /** @description whether the version differs from that of the service */
                outdated?: boolean;
                /** @description a leading `-` reverses the order */
                sort?: "name" | "-name" | "address" | "-address" | "state" | "-state" | "version" | "-version" | "last_seen" | "-last_seen";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentListItem"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            /** @description the version that an update installs */
                            version: string;
                        };
                    };
                };
            };
        };
    };
    listTaskTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TaskType"][];
                    };
                };
            };
        };
    };
    getTimelineOfHost: {
        parameters: {
            query?: {
                from?: number | string;
                to?: number | string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HostTimeline"];
                    };
                };
            };
        };
    };
    previewUnsavedSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SchedulePreviewRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SchedulePreview"];
                    };
                };
            };
        };
    };
    listStartsOfSchedules: {
        parameters: {
            query?: {
                from?: number | string;
                to?: number | string;
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CalendarItem"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            /** @description Unix time in seconds */
                            from: number;
                            /** @description Unix time in seconds */
                            to: number;
                            zone: string;
                        };
                    };
                };
            };
        };
    };
    testCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginTestRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LoginTest"];
                    };
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description substring of the name */
                q?: string;
                /** @description `id`: in the order of creation; a leading `-` reverses */
                sort?: "id" | "-id" | "name" | "-name";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Group"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGroup"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Group"];
                    };
                };
            };
        };
    };
    deleteGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Group"];
                    };
                };
            };
        };
    };
    updateGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GroupChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Group"];
                    };
                };
            };
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupPatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Group"];
                    };
                };
            };
        };
    };
    addHostToGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                host_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Group"];
                    };
                };
            };
        };
    };
    removeHostFromGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                host_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    addHostsToGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filter: components["schemas"]["HostFilter"];
                    /** @description the number of hosts that must match; otherwise nothing changes */
                    expected: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Group"];
                    };
                };
            };
        };
    };
    removeHostsFromGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filter: components["schemas"]["HostFilter"];
                    /** @description the number of hosts that must match; otherwise nothing changes */
                    expected: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Group"];
                    };
                };
            };
        };
    };
    listCredentials: {
        parameters: {
            query?: {
                /** @description substring of the name */
                q?: string;
                /** @description `id`: in the order of creation; a leading `-` reverses */
                sort?: "id" | "-id" | "name" | "-name";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Credential"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    createCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCredential"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Credential"];
                    };
                };
            };
        };
    };
    getCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Credential"];
                    };
                };
            };
        };
    };
    updateCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Credential"];
                    };
                };
            };
        };
    };
    deleteCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listNotificationChannels: {
        parameters: {
            query?: {
                /** @description substring of the name */
                q?: string;
                /** @description `id`: in the order of creation; a leading `-` reverses */
                sort?: "id" | "-id" | "name" | "-name";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationChannel"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    createNotificationChannel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewNotificationChannel"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationChannel"];
                    };
                };
            };
        };
    };
    getNotificationChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationChannel"];
                    };
                };
            };
        };
    };
    updateNotificationChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationChannelChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationChannel"];
                    };
                };
            };
        };
    };
    deleteNotificationChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    testNotificationChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationTest"];
                    };
                };
            };
        };
    };
    listNotificationRules: {
        parameters: {
            query?: {
                channel_id?: number;
                /** @description substring of the name of the channel, or of an event */
                q?: string;
                /** @description a leading `-` reverses */
                sort?: "id" | "-id" | "channel" | "-channel" | "severity" | "-severity";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationRule"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    createNotificationRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewNotificationRule"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationRule"];
                    };
                };
            };
        };
    };
    getNotificationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationRule"];
                    };
                };
            };
        };
    };
    updateNotificationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRuleChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationRule"];
                    };
                };
            };
        };
    };
    deleteNotificationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listNotificationDeliveries: {
        parameters: {
            query?: {
                channel_id?: number;
                task_id?: number;
                event?: "finding.new" | "task.failed" | "task.incomplete" | "host.unreachable" | "port.opened" | "finding.fixed" | "schedule.missed" | "agent.offline" | "certificate.expiring" | "feed.stale" | "acceptance.expiring" | "reboot.required" | "host.end_of_life" | "digest" | "test";
                state?: "pending" | "sent" | "failed";
                /** @description substring of the name of the channel, of the event, or the error */
                q?: string;
                /** @description a leading `-` reverses */
                sort?: "id" | "-id" | "channel" | "-channel" | "event" | "-event" | "state" | "-state" | "attempts" | "-attempts";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationDelivery"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description substring of the name */
                q?: string;
                /** @description `id`: in the order of creation; a leading `-` reverses */
                sort?: "id" | "-id" | "name" | "-name";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Token"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TokenWithText"];
                    };
                };
            };
        };
    };
    getCurrentToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Caller"];
                    };
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getCurrentSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    startSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedSession"];
                    };
                };
            };
        };
    };
    endCurrentSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createSignInCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSignInCode"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInCode"];
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description substring of the name of the token, the address or the browser */
                q?: string;
                /** @description a leading `-` reverses */
                sort?: "id" | "-id" | "token_name" | "-token_name" | "address" | "-address" | "last_used_at" | "-last_used_at" | "expires_at" | "-expires_at";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAuditLines: {
        parameters: {
            query?: {
                /** @description name of the token */
                actor?: string;
                /** @description `create`, `update`, `delete`, `run`, `import`, `stop` or `login_failed` */
                action?: string;
                /** @description like `host`, `template` or `token` */
                resource?: string;
                /** @description also finds the lines of several ids */
                resource_id?: string;
                outcome?: "ok" | "refused" | "failed";
                /** @description Unix time in seconds */
                since?: number;
                /** @description Unix time in seconds */
                until?: number;
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditLine"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    listFeeds: {
        parameters: {
            query?: {
                /** @description substring of the name, the address, the license or the error */
                q?: string;
                /** @description a leading `-` reverses */
                sort?: "id" | "-id" | "name" | "-name" | "status" | "-status" | "needed" | "-needed" | "data_from" | "-data_from" | "checked_at" | "-checked_at" | "records" | "-records" | "rejected" | "-rejected";
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Feed"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    listRejectedRecords: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RejectedRecord"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                        };
                    };
                };
            };
        };
    };
    updateFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Feed"];
                    };
                };
            };
        };
    };
    importFeed: {
        parameters: {
            query?: {
                /** @description replaces only one part of a multi-file feed (`v3.20-main` of alpine-secdb, `2026` or `modified` of nvd) */
                part?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Feed"];
                    };
                };
            };
        };
    };
    clearFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Settings"];
                    };
                };
            };
        };
    };
    streamAgentEvents: {
        parameters: {
            query?: {
                ticket?: string;
                since?: number;
                host_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Switching protocols */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                ticket?: string;
                since?: number;
                topics?: string;
                task_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Switching protocols */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createWebSocketTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebSocketTicket"];
                    };
                };
            };
        };
    };
    listAgentEvents: {
        parameters: {
            query?: {
                since?: number;
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentEvent"][];
                        meta: {
                            page: number;
                            limit: number;
                            total: number;
                            since: number;
                        };
                    };
                };
            };
        };
    };
    importInventory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInventoryReport"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ImportedInventory"];
                    };
                };
            };
        };
    };
}
