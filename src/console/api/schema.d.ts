// Generated from openapi.json by scripts/api-types.mjs: fbb2c60ea9bb7368eef0efb9cf54565b38c3a96a14e69bc0a9753352864bae2f

export interface paths {
    "/api/v1/templates/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTemplates"];
        put?: never;
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
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
        get: operations["getTemplate"];
        put: operations["updateTemplate"];
        post: operations["runTemplate"];
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
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
        get: operations["getTask"];
        put?: never;
        post?: never;
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
        get: operations["listHostsV1"];
        put?: never;
        post: operations["createHostsV1"];
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
        get: operations["getHostV1"];
        put: operations["updateHostV1"];
        post?: never;
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
        get: operations["listHosts"];
        put?: never;
        post: operations["createHosts"];
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
        get: operations["getHost"];
        put: operations["updateHost"];
        post?: never;
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
        get: operations["listAcceptances"];
        put?: never;
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
        get: operations["getAcceptance"];
        put: operations["extendAcceptance"];
        post?: never;
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
        post: operations["importVexDocument"];
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
        get: operations["getAgent"];
        put?: never;
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
        put: operations["pinSshHostKey"];
        post?: never;
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
        put: operations["pinWinrmCertificate"];
        post?: never;
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
        get: operations["listAgentOperations"];
        put?: never;
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
        get: operations["listGroups"];
        put?: never;
        post: operations["createGroup"];
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
        get: operations["getGroup"];
        put: operations["updateGroup"];
        post?: never;
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
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
        put: operations["addHostToGroup"];
        post?: never;
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
        put: operations["addHostsToGroup"];
        post?: never;
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
        get: operations["listCredentials"];
        put?: never;
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
        get: operations["getCredential"];
        put: operations["updateCredential"];
        post?: never;
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
        get: operations["listNotificationChannels"];
        put?: never;
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
        get: operations["getNotificationChannel"];
        put: operations["updateNotificationChannel"];
        post?: never;
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
        get: operations["listNotificationRules"];
        put?: never;
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
        get: operations["getNotificationRule"];
        put: operations["updateNotificationRule"];
        post?: never;
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
        get: operations["listTokens"];
        put?: never;
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
        get: operations["getCurrentSession"];
        put?: never;
        post: operations["startSession"];
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
        put: operations["importFeed"];
        post?: never;
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
        HostFilter: {
            current_ip?: string;
            hostname?: string;
            q?: string;
            /** @enum {string} */
            status?: "unknown" | "online" | "offline";
            system?: string;
            /** @enum {string} */
            agent?: "online" | "offline" | "none";
            /** @enum {string} */
            severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            /** @enum {string} */
            unanswered?: "false" | "true" | "all";
            /** @enum {string} */
            coverage?: "checked" | "not_checked";
            group_id?: number;
            kev?: boolean;
        };
        NewTemplate: {
            name: string;
            /** @enum {string} */
            type: "pentest";
            hosts: number[] | {
                filter: components["schemas"]["HostFilter"];
                expected: number;
            };
            groups?: number[];
            params?: {
                [key: string]: unknown;
            } | null;
            enabled: boolean;
            schedule?: components["schemas"]["NewSchedule"] | null;
            shares_name?: boolean;
        };
        NewSchedule: {
            type: number;
            recurrence: number;
            startTime?: (number | string) | null;
            endTime?: (number | string) | null;
        } | {
            type: number;
            recurrence: number;
            start_time: (number | string) | null;
            end_time?: (number | string) | null;
        };
        Template: {
            id: number;
            created_at: number;
            updated_at: number;
            name: string;
            type: string;
            hosts: number[];
            groups: number[];
            params: {
                [key: string]: unknown;
            } | null;
            schedule: components["schemas"]["Schedule"] | null;
            host_names?: string[];
            group_names?: string[];
            next_starts?: components["schemas"]["SchedulePreview"] | null;
            task_type?: components["schemas"]["TaskType"];
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
                new: {
                    total: number;
                    worst: ("critical" | "high" | "medium" | "low" | "none" | "unknown") | null;
                } | null;
            } | null;
        };
        Schedule: {
            last_start: number;
            scheduled_time: number;
            enabled: boolean;
            is_expired: boolean;
            type: number;
            recurrence: number;
            start_time: number;
            local_time: string | null;
            end_time: number | null;
        };
        SchedulePreview: {
            zone: string;
            starts: {
                at: number;
                local: string;
                clock_change: ("forward" | "backward") | null;
                /** @enum {string} */
                local_time: "normal" | "skipped" | "repeated";
            }[];
        };
        TaskType: {
            type: string;
            label: string;
            description: string;
            params_schema: {
                [key: string]: unknown;
            };
            defaults: {
                [key: string]: unknown;
            } | null;
            default_ports: {
                count: number;
                tcp: string;
                udp: string;
            } | null;
            estimates: {
                speed: string;
                ports_per_second: number;
                silent_ports_per_second: number;
            }[];
        };
        TemplateChange: {
            name?: string;
            hosts?: number[];
            groups?: number[];
            params?: {
                [key: string]: unknown;
            } | null;
            schedule?: components["schemas"]["ScheduleChange"] | null;
            type?: string;
            id?: unknown;
            created_at?: unknown;
            updated_at?: unknown;
        } | null;
        ScheduleChange: {
            type: number;
            recurrence: number;
            enabled?: boolean;
            last_start?: unknown;
            scheduled_time?: unknown;
            is_expired?: unknown;
            local_time?: unknown;
            startTime?: (number | string) | null;
            endTime?: (number | string) | null;
        } | {
            type: number;
            recurrence: number;
            enabled?: boolean;
            last_start?: unknown;
            scheduled_time?: unknown;
            is_expired?: unknown;
            local_time?: unknown;
            start_time: (number | string) | null;
            end_time?: (number | string) | null;
        };
        TemplatePatch: {
            name?: string;
            add_hosts?: number[];
            remove_hosts?: number[];
            add_groups?: number[];
            remove_groups?: number[];
            params?: {
                [key: string]: unknown;
            } | null;
            schedule?: components["schemas"]["ScheduleChange"] | null;
        };
        Task: {
            id: number;
            created_at: number;
            updated_at: number;
            number_task: string;
            templates_id: number;
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
            hosts_unanswered: number;
            error: string | null;
        };
        SwitchSchedule: {
            templates_id: number;
            enable: boolean;
        };
        ScheduleHistoryItem: {
            due_at: number;
            /** @enum {string} */
            result: "started" | "skipped" | "coalesced";
            reason: string | null;
            detail: string | null;
            task_id: number | null;
            recorded_at: number;
        };
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
        TaskResult: {
            host_id: number;
            ip: string;
            name: string;
            outcome: ("done" | "unreachable" | "not_allowed" | "failed" | "stopped" | "no_agent" | "agent_offline" | "auth_failed" | "timeout" | "bad_data" | "no_import") | null;
            coverage: components["schemas"]["Coverage"];
            services: components["schemas"]["Service"][];
            findings: components["schemas"]["Finding"][];
        };
        Coverage: {
            packages: components["schemas"]["CoveragePart"];
            services: components["schemas"]["CoveragePart"];
        };
        CoveragePart: {
            /** @enum {string} */
            state: "matched" | "partly" | "not_matched" | "not_applicable";
            reason: ("no_data" | "unsupported_system" | "unreadable" | "not_collected" | "no_result" | "checks_off" | "other_publishers" | "no_answer" | "end_of_life") | null;
            message: string | null;
            feeds: components["schemas"]["FeedDate"][];
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
            products?: {
                name: string;
                cves: number;
                without_data: number;
            }[];
        };
        FeedDate: {
            name: string;
            data_from: number | null;
            stale: boolean;
        };
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
            first_seen: number;
            last_seen: number;
        };
        Tls: {
            version: string;
            subject: string;
            issuer: string;
            sans: string[];
            not_before: number;
            not_after: number;
            self_signed: boolean;
            fingerprint_sha256: string;
        };
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
            program: string | null;
            runs_old_code: ("kernel" | "processes") | null;
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
            risk: number;
            risk_reason: string;
            first_seen: number;
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
        TaskDiff: {
            task_id: number;
            number_task: string;
            /** @enum {string} */
            status: "completed" | "failed" | "stopped";
            finished_at: number;
            base_task_id: number | null;
            summary: {
                new: number;
                fixed: number;
                changed: number;
                unchanged: number;
                accepted: number;
                not_compared: number;
                open: number;
                checked_hosts: number;
                not_checked_hosts: number;
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
            not_listed: number;
            remediations?: components["schemas"]["Remediation"][];
            expiring_acceptances?: components["schemas"]["ExpiringAcceptance"][];
            new: components["schemas"]["DiffEntry"][];
            fixed: components["schemas"]["DiffEntry"][];
            changed: components["schemas"]["ChangedEntry"][];
            unchanged_count: number;
            not_compared: components["schemas"]["NotCompared"][];
            moved: components["schemas"]["MovedDevice"][];
            services: {
                opened: components["schemas"]["ServiceDiff"][];
                closed: components["schemas"]["ServiceDiff"][];
                changed: components["schemas"]["ServiceDiff"][];
            };
        };
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
        NotChecked: {
            /** @enum {string} */
            state: "matched" | "partly" | "not_matched" | "not_applicable";
            reason: ("no_data" | "unsupported_system" | "unreadable" | "not_collected" | "no_result" | "checks_off" | "other_publishers" | "no_answer" | "end_of_life") | null;
            message: string;
            hosts: number;
        };
        Remediation: {
            host_id: number;
            ip: string;
            name: string;
            /** @enum {string} */
            action: "upgrade" | "reboot" | "restart" | "no_fix" | "end_of_life" | "configure";
            title: string;
            command: string | null;
            packages: {
                name: string;
                architecture: string | null;
                installed_version: string | null;
                fixed_version: string | null;
            }[];
            upgrade_to: string | null;
            port: number | null;
            transport: ("tcp" | "udp") | null;
            ports: {
                port: number;
                /** @enum {string} */
                transport: "tcp" | "udp";
            }[];
            vulnerabilities: string[];
            findings: number;
            known_exploited: number;
            by_confidence: {
                confirmed: number;
                "version-based": number;
                possible: number;
            };
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            risk: number;
            risk_reason: string;
            /** @enum {string} */
            restart: "none" | "service" | "reboot" | "unknown";
        };
        ExpiringAcceptance: {
            vulnerability_id: string;
            reason: string;
            by: string;
            until: number;
            hosts: number;
        };
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
            program: string | null;
            runs_old_code: ("kernel" | "processes") | null;
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
            risk: number;
            risk_reason: string;
            first_seen: number;
            last_seen: number;
            accepted: {
                reason: string;
                by: string;
                until: number | null;
                id: number;
                /** @enum {string} */
                kind: "person" | "vendor";
            } | null;
            source: string | null;
            unimportant: boolean;
            cause: ("target" | "knowledge" | "both") | null;
            why: string;
            evidence: {
                before: components["schemas"]["Evidence"] | null;
                after: components["schemas"]["Evidence"] | null;
            };
        };
        Evidence: {
            /** @enum {string} */
            state: "installed" | "not_installed" | "open" | "closed" | "unknown";
            installed_version: string | null;
            fixed_version: string | null;
            banner: string | null;
            observed_at: number;
            feed_version: string | null;
        };
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
            program: string | null;
            runs_old_code: ("kernel" | "processes") | null;
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
            risk: number;
            risk_reason: string;
            first_seen: number;
            last_seen: number;
            accepted: {
                reason: string;
                by: string;
                until: number | null;
                id: number;
                /** @enum {string} */
                kind: "person" | "vendor";
            } | null;
            source: string | null;
            unimportant: boolean;
            cause: ("target" | "knowledge" | "both") | null;
            why: string;
            evidence: {
                before: components["schemas"]["Evidence"] | null;
                after: components["schemas"]["Evidence"] | null;
            };
            changes: string[];
        };
        NotCompared: {
            host_id: number;
            ip: string;
            name: string;
            reason: string;
            detail: string | null;
            ports: string | null;
        };
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
            evidence: string;
        };
        ServiceDiff: {
            host_id: number;
            ip: string;
            name: string;
            port: number;
            /** @enum {string} */
            transport: "tcp" | "udp";
            before: components["schemas"]["Service"] | null;
            after: components["schemas"]["Service"] | null;
            baseline: ("host" | "port") | null;
        };
        TaskReport: {
            task_id: number;
            number_task: string;
            /** @enum {string} */
            status: "completed" | "failed" | "stopped";
            started_at: number | null;
            finished_at: number;
            summary: {
                findings: number;
                accepted: number;
                services: number;
                without_result: number;
                checked_hosts: number;
                not_checked_hosts: number;
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
            not_listed: number;
            remediations?: components["schemas"]["Remediation"][];
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
                first_seen: number;
                last_seen: number;
                host_id: number;
                ip: string;
                name: string;
            }[];
            without_result: components["schemas"]["NotCompared"][];
        };
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
            program: string | null;
            runs_old_code: ("kernel" | "processes") | null;
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
            risk: number;
            risk_reason: string;
            first_seen: number;
            last_seen: number;
            accepted: {
                reason: string;
                by: string;
                until: number | null;
                id: number;
                /** @enum {string} */
                kind: "person" | "vendor";
            } | null;
            source: string | null;
            unimportant: boolean;
        };
        ChainCounts: {
            severities: ("critical" | "high" | "medium" | "low" | "none" | "unknown")[];
            causes: ("target" | "knowledge" | "both")[];
            tasks: {
                task_id: number;
                number_task: string;
                status: string;
                finished_at: number | null;
                open: number[];
                new: number[];
                fixed: number[];
                new_by_cause: number[];
                fixed_by_cause: number[];
                ports_opened: number;
                ports_closed: number;
                not_compared: number;
                hosts: number;
                hosts_checked: number;
                missed_starts?: number;
            }[];
            template?: components["schemas"]["Template"];
        };
        DiffHead: {
            task_id: number;
            number_task: string;
            /** @enum {string} */
            status: "completed" | "failed" | "stopped";
            finished_at: number;
            base_task_id: number | null;
            summary: {
                new: number;
                fixed: number;
                changed: number;
                unchanged: number;
                accepted: number;
                not_compared: number;
                open: number;
                checked_hosts: number;
                not_checked_hosts: number;
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
            ports: number;
            moved: components["schemas"]["MovedDevice"][];
        };
        HostV1Item: {
            ID: number;
            CreatedAt: number;
            UpdatedAt: number;
            ip: string;
            name: string;
            description: string;
            group_ids: number[];
            template_ids: number[];
            inventory: components["schemas"]["InventoryV1"] | null;
        };
        InventoryV1: {
            name: string | null;
            os: string | null;
            kernel_version: string | null;
            os_version: string | null;
            full_os_name: string | null;
            ram: number | null;
            cpu_cores: number | null;
            cpu_name: string | null;
            uptime: number | null;
        };
        NewHostV1: {
            ip: string;
            name?: string;
            description?: string;
        };
        HostV1: {
            id: number;
            create_at: number;
            update_at: number;
            ip: string;
            name: string;
            description: string;
            group_ids: number[];
            template_ids: number[];
            inventory: components["schemas"]["InventoryV1"] | null;
        };
        HostV1Change: {
            ip?: string;
            name?: string;
            description?: string;
            group_ids?: unknown;
            template_ids?: unknown;
            inventory?: unknown;
            id?: unknown;
            create_at?: unknown;
            update_at?: unknown;
        } | {
            ip?: string;
            name?: string;
            description?: string;
            group_ids?: unknown;
            template_ids?: unknown;
            inventory?: unknown;
            ID: unknown;
            CreatedAt?: unknown;
            UpdatedAt?: unknown;
        } | null;
        Host: {
            id: number;
            current_ip: string;
            hostname: string;
            /** @enum {string} */
            status: "unknown" | "online" | "offline";
            description: string;
            group_ids: number[];
            last_seen: number | null;
            unanswered: boolean;
            created_at: number;
            updated_at: number;
            risk?: number;
            open?: number;
            by_severity?: {
                [key: string]: number;
            };
            known_exploited?: number;
            agent?: {
                /** @enum {string} */
                state: "none" | "online" | "offline";
                version: string | null;
            };
            group_names?: string[];
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
            inventory?: components["schemas"]["Inventory"];
        };
        Inventory: {
            name: string | null;
            os: string | null;
            kernel_version: string | null;
            os_version: string | null;
            full_os_name: string | null;
            ram: number | null;
            cpu_cores: number | null;
            cpu_name: string | null;
            uptime: number | null;
            architecture: string | null;
            running_kernel: string | null;
            reboot_required: boolean | null;
            restarts_required: string[] | null;
            processes_not_seen: number | null;
            live_patches: string[] | null;
            collected_at: number;
            packages_count: number;
        };
        NewHost: {
            current_ip: string;
            hostname?: string;
            description?: string;
            unanswered?: boolean;
        };
        HostCard: {
            id: number;
            current_ip: string;
            hostname: string;
            /** @enum {string} */
            status: "unknown" | "online" | "offline";
            description: string;
            group_ids: number[];
            last_seen: number | null;
            unanswered: boolean;
            created_at: number;
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
            inventory?: components["schemas"]["InventoryCard"];
        };
        InventoryCard: {
            name: string | null;
            os: string | null;
            kernel_version: string | null;
            os_version: string | null;
            full_os_name: string | null;
            ram: number | null;
            cpu_cores: number | null;
            cpu_name: string | null;
            uptime: number | null;
            architecture: string | null;
            running_kernel: string | null;
            reboot_required: boolean | null;
            restarts_required: string[] | null;
            processes_not_seen: number | null;
            live_patches: string[] | null;
            collected_at: number;
            packages_count: number;
            packages: {
                name: string;
                version: string;
                architecture: string | null;
            }[];
        };
        HostChange: {
            current_ip?: string;
            hostname?: string;
            description?: string;
            group_ids?: number[];
            id?: unknown;
            status?: unknown;
            last_seen?: unknown;
            unanswered?: unknown;
            created_at?: unknown;
            updated_at?: unknown;
            inventory?: unknown;
            coverage?: unknown;
        } | null;
        Summary: {
            hosts: {
                total: number;
                by_status: {
                    online: number;
                    offline: number;
                    unknown: number;
                };
                not_checked: number;
                coverage: components["schemas"]["CoverageCounts"];
                not_checked_reasons: components["schemas"]["NotChecked"][];
                unanswered_addresses: number;
                ending_support: {
                    system: string;
                    until: string;
                    hosts: number;
                }[];
            };
            findings: {
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
                new_7d: number;
                fixed_7d: number;
                new_30d: number;
                fixed_30d: number;
                since?: {
                    from: number;
                    new: {
                        total: number;
                        target: number;
                        knowledge: number;
                        both: number;
                    };
                    fixed: {
                        total: number;
                        target: number;
                        knowledge: number;
                        both: number;
                    };
                };
            };
            worst_hosts: {
                host_id: number;
                ip: string;
                name: string;
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
                checked: boolean;
            }[];
            remediations: components["schemas"]["Remediation"][];
            feeds: {
                /** @enum {string} */
                name: "osv-debian" | "osv-ubuntu" | "osv-alpine" | "osv-almalinux" | "osv-rocky" | "osv-redhat" | "osv-suse" | "osv-opensuse" | "osv-wolfi" | "osv-chainguard" | "debian-tracker" | "alpine-secdb" | "nvd" | "kev" | "epss" | "eol";
                data_from: number | null;
                stale: boolean;
                needed: boolean;
                /** @enum {string} */
                status: "empty" | "ready" | "updating" | "failed";
                error: string | null;
            }[];
            acceptances: {
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
                last: {
                    task_id: number;
                    number_task: string;
                    template_id: number;
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
                    at: number;
                }[];
                missed_24h: number;
            };
        };
        NotCheckedHosts: {
            hosts: number;
            total: number;
            unanswered_addresses: number;
            coverage: components["schemas"]["CoverageCounts"];
            reasons: {
                [key: string]: number;
            };
            details: components["schemas"]["NotChecked"][];
        };
        HistoryDay: {
            date: string;
            hosts: number | null;
            hosts_checked: number | null;
            open: number | null;
            by_severity: {
                critical: number;
                high: number;
                medium: number;
                low: number;
                none: number;
                unknown: number;
            } | null;
            known_exploited: number | null;
            accepted: number | null;
            new: {
                total: number;
                target: number;
                knowledge: number;
                both: number;
            } | null;
            fixed: {
                total: number;
                target: number;
                knowledge: number;
                both: number;
            } | null;
        };
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
            risk: number;
            risk_reason: string;
            first_seen: number;
            last_seen: number;
        };
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
            risk: number;
            risk_reason: string;
            first_seen: number | null;
            last_seen: number | null;
            aliases: string[];
            cvss_vector: string | null;
            findings: components["schemas"]["Finding"][];
            findings_total: number;
            advisories: components["schemas"]["Advisory"][];
            acceptances: components["schemas"]["Acceptance"][];
        };
        Advisory: {
            name: string;
            feed: string;
            title: string;
            severity: ("critical" | "high" | "medium" | "low" | "none" | "unknown") | null;
            cvss_score: number | null;
            cvss_vector: string | null;
            url: string | null;
        };
        Acceptance: {
            id: number;
            vulnerability_id: string;
            host_id: number | null;
            host_name: string | null;
            group_id: number | null;
            group_name: string | null;
            package: string | null;
            port: number | null;
            transport: ("tcp" | "udp") | null;
            reason: string;
            by: string;
            until: number | null;
            /** @enum {string} */
            kind: "person" | "vendor";
            source: string | null;
            product: string | null;
            ecosystems: string[] | null;
            /** @enum {string} */
            status: "affected" | "not_affected" | "fixed";
            justification: string | null;
            created_at: number;
            ended_at: number | null;
            replaces: number | null;
            findings: number;
        };
        NewAcceptance: {
            reason: string;
            until?: (number | string) | null;
            host_id?: number | null;
            group_id?: number | null;
            all_hosts?: boolean;
            package?: string | null;
            port?: number | null;
            transport?: ("tcp" | "udp") | null;
            all_places?: boolean;
            justification?: ("component_not_present" | "vulnerable_code_not_present" | "vulnerable_code_not_in_execute_path" | "vulnerable_code_cannot_be_controlled_by_adversary" | "inline_mitigations_already_exist") | null;
        };
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
            program: string | null;
            runs_old_code: ("kernel" | "processes") | null;
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
            risk: number;
            risk_reason: string;
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
            /** @enum {string} */
            state: "open" | "accepted" | "fixed";
            changed_at: number | null;
            cause: ("target" | "knowledge" | "both") | null;
        };
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
        NewRegisteredAcceptance: {
            vulnerability_id: string;
            reason: string;
            until?: (number | string) | null;
            host_id?: number | null;
            group_id?: number | null;
            all_hosts?: boolean;
            package?: string | null;
            port?: number | null;
            transport?: ("tcp" | "udp") | null;
            all_places?: boolean;
            justification?: ("component_not_present" | "vulnerable_code_not_present" | "vulnerable_code_not_in_execute_path" | "vulnerable_code_cannot_be_controlled_by_adversary" | "inline_mitigations_already_exist") | null;
        };
        AcceptanceChange: {
            until: (number | string) | null;
            reason?: string;
        };
        BulkAcceptance: {
            findings?: {
                vulnerability_id: string;
                host_id: number;
                package?: string | null;
                port?: number | null;
                transport?: ("tcp" | "udp") | null;
            }[];
            vulnerability_ids?: string[];
            filter?: components["schemas"]["FindingFilter"];
            reason: string;
            until?: (number | string) | null;
            justification?: ("component_not_present" | "vulnerable_code_not_present" | "vulnerable_code_not_in_execute_path" | "vulnerable_code_cannot_be_controlled_by_adversary" | "inline_mitigations_already_exist") | null;
            host_id?: number | null;
            group_id?: number | null;
            all_hosts?: boolean;
            all_places?: boolean;
            /** @default false */
            dry_run: boolean;
            expected?: number;
        };
        FindingFilter: {
            /** @enum {string} */
            severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            /** @enum {string} */
            severity_max?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            kev?: boolean;
            package?: string;
            group_id?: number;
            host_id?: number;
            unimportant?: boolean;
            q?: string;
            fixable?: boolean;
            epss_min?: number;
            since?: number | string;
            until?: number | string;
            vulnerability_ids?: string[];
        };
        BulkAcceptanceResult: {
            dry_run: boolean;
            findings: number;
            hosts: number;
            acceptances: number;
            max_acceptances: number;
            ids: number[];
        };
        Package: {
            name: string;
            version: string;
            architecture: string | null;
            source: string | null;
            source_version: string | null;
            vendor: string | null;
            module: string | null;
            /** @enum {string} */
            format: "dpkg" | "rpm" | "apk" | "pacman" | "windows";
            size: number | null;
            installed_at: number | null;
        };
        PackageChange: {
            detected_at: number;
            /** @enum {string} */
            change: "installed" | "removed" | "upgraded" | "downgraded";
            name: string;
            architecture: string | null;
            from_version: string | null;
            to_version: string | null;
        };
        NewAgentOperation: {
            /** @enum {string} */
            action: "install" | "update" | "uninstall";
            /** @enum {string} */
            os_family: "linux" | "windows";
            credential_id: number;
            /** @default false */
            dry_run: boolean;
        };
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
            created_at: number;
            updated_at: number;
            finished_at: number | null;
        };
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
        SshHostKey: {
            type: string;
            fingerprint_sha256: string;
            pinned_at: number;
            confirmed: boolean;
        };
        WinRmCertificate: {
            fingerprint_sha256: string;
            pinned_at: number;
            confirmed: boolean;
        };
        NewSshHostKey: {
            /** @enum {string} */
            type: "ssh-ed25519" | "ecdsa-sha2-nistp256" | "ecdsa-sha2-nistp384" | "ecdsa-sha2-nistp521" | "ssh-rsa";
            fingerprint_sha256: string;
            pinned_at?: unknown;
            confirmed?: unknown;
        };
        NewWinRmCertificate: {
            fingerprint_sha256: string;
            pinned_at?: unknown;
            confirmed?: unknown;
        };
        AgentBatch: {
            id: number;
            /** @enum {string} */
            action: "install" | "update" | "uninstall";
            credential_id: number;
            dry_run: boolean;
            hosts: number;
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
            created_at: number;
            updated_at: number;
            finished_at: number | null;
            ip: string;
            name: string;
        };
        AgentBatchProgress: {
            id: number;
            /** @enum {string} */
            action: "install" | "update" | "uninstall";
            credential_id: number;
            dry_run: boolean;
            hosts: number;
            created_at: number;
            states: {
                [key: string]: number;
            };
            failures: {
                [key: string]: number;
            };
            refusal_codes: {
                [key: string]: number;
            };
            refusals: {
                host_id: number;
                code: string;
                message: string;
            }[];
        };
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
            last_seen: number | null;
            operation: components["schemas"]["AgentOperation"] | null;
        };
        HostTimeline: {
            from: number;
            to: number;
            events: ({
                /** @constant */
                kind: "task";
                time: number;
                task_id: number;
                template_id: number;
                template: string | null;
                task_type: string;
                /** @enum {string} */
                outcome: "done" | "unreachable" | "not_allowed" | "failed" | "stopped" | "no_agent" | "agent_offline" | "auth_failed" | "timeout" | "bad_data" | "no_import";
                reason: string | null;
                findings: {
                    open: number;
                    by_severity: {
                        [key: string]: number;
                    };
                    appeared: number | null;
                    disappeared: number | null;
                } | null;
                ports: {
                    opened: {
                        port: number;
                        /** @enum {string} */
                        transport: "tcp" | "udp";
                        service: string | null;
                    }[];
                    opened_count: number;
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
                time: number;
                installed: number;
                removed: number;
                upgraded: number;
                downgraded: number;
            } | {
                /** @constant */
                kind: "agent";
                time: number;
                operation_id: number;
                action: string;
                status: string;
                error_code: string | null;
            } | {
                /** @constant */
                kind: "acceptance";
                time: number;
                acceptance_id: number;
                vulnerability_id: string;
                /** @enum {string} */
                change: "began" | "ended";
            })[];
            truncated: boolean;
            open_since: {
                day: number;
                findings: number;
                critical: number;
                high: number;
            }[];
        };
        SchedulePreviewRequest: {
            schedule: components["schemas"]["NewSchedule"];
            /** @default 5 */
            count: number;
        };
        CalendarItem: {
            template_id: number;
            name: string;
            enabled: boolean;
            expected_seconds: number | null;
            past: {
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
            planned: number[];
            planned_truncated: boolean;
        };
        LoginTestRequest: {
            host_id: number;
        };
        LoginTest: {
            ok: boolean;
            steps: {
                /** @enum {string} */
                step: "connect" | "login" | "commands" | "rights";
                ok: boolean;
                message: string;
            }[];
            error: {
                code: string;
                message: string;
                detail: string | null;
            } | null;
        };
        Group: {
            id: number;
            name: string;
            description: string;
            host_ids: number[];
            created_at: number;
            updated_at: number;
        };
        NewGroup: {
            name: string;
            description?: string;
            host_ids?: number[];
        };
        GroupChange: {
            name?: string;
            description?: string;
            host_ids?: number[];
            id?: unknown;
            created_at?: unknown;
            updated_at?: unknown;
        } | null;
        GroupPatch: {
            name?: string;
            description?: string;
            add_host_ids?: number[];
            remove_host_ids?: number[];
        };
        Credential: {
            id: number;
            name: string;
            /** @enum {string} */
            type: "ssh_password" | "winrm_password" | "ssh_key";
            username: string;
            fingerprint: string | null;
            certificate_expires_at: number | null;
            has_sudo_password: boolean;
            created_at: number;
            updated_at: number;
            last_used_at: number | null;
            used_by: {
                template_ids: number[];
                operation_ids: number[];
            };
            scope: components["schemas"]["CredentialScope"] | null;
        };
        CredentialScope: {
            group_ids: number[];
            networks: string[];
        };
        NewCredential: {
            name: string;
            /** @enum {string} */
            type: "ssh_password" | "winrm_password" | "ssh_key";
            username: string;
            password?: string;
            private_key?: string;
            passphrase?: string;
            certificate?: string | null;
            sudo_password?: string | null;
            scope?: components["schemas"]["NewCredentialScope"] | null;
        };
        NewCredentialScope: {
            /** @default [] */
            group_ids: number[];
            /** @default [] */
            networks: string[];
        };
        CredentialChange: {
            name?: string;
            /** @enum {string} */
            type?: "ssh_password" | "winrm_password" | "ssh_key";
            username?: string;
            password?: string;
            private_key?: string;
            passphrase?: string;
            certificate?: string | null;
            sudo_password?: string | null;
            scope?: components["schemas"]["NewCredentialScope"] | null;
        };
        NotificationChannel: {
            id: number;
            name: string;
            /** @enum {string} */
            type: "webhook" | "email";
            format: ("json" | "slack" | "mattermost" | "teams" | "matrix" | "ntfy") | null;
            url: string | null;
            to: string[];
            enabled: boolean;
            has_secret: boolean;
            smtp_url: string | null;
            has_smtp_password: boolean;
            mail_from: string | null;
            created_at: number;
            updated_at: number;
        };
        NewNotificationChannel: {
            name: string;
            /** @enum {string} */
            type: "webhook" | "email";
            format?: ("json" | "slack" | "mattermost" | "teams" | "matrix" | "ntfy") | null;
            url?: string | null;
            to?: string[];
            enabled?: boolean;
            secret?: string | null;
            smtp_url?: string | null;
            smtp_password?: string | null;
            mail_from?: string | null;
        };
        NotificationChannelChange: {
            name?: string;
            format?: ("json" | "slack" | "mattermost" | "teams" | "matrix" | "ntfy") | null;
            url?: string | null;
            to?: string[];
            enabled?: boolean;
            secret?: string | null;
            smtp_url?: string | null;
            smtp_password?: string | null;
            mail_from?: string | null;
        };
        NotificationTest: {
            ok: boolean;
            status: number | null;
            answer: string | null;
            error: string | null;
        };
        NotificationRule: {
            id: number;
            channel_id: number;
            events: ("finding.new" | "task.failed" | "task.incomplete" | "host.unreachable" | "port.opened" | "finding.fixed" | "schedule.missed" | "agent.offline" | "certificate.expiring" | "feed.stale" | "acceptance.expiring" | "reboot.required" | "host.end_of_life")[];
            severity: ("critical" | "high" | "medium" | "low" | "none" | "unknown") | null;
            risk_min: number | null;
            template_ids: number[];
            group_ids: number[];
            host_ids: number[];
            digest: ("daily" | "weekly") | null;
            next_digest_at: number | null;
            offline_minutes: number;
            expiring_days: number;
            created_at: number;
            updated_at: number;
        };
        NewNotificationRule: {
            channel_id: number;
            events: ("finding.new" | "task.failed" | "task.incomplete" | "host.unreachable" | "port.opened" | "finding.fixed" | "schedule.missed" | "agent.offline" | "certificate.expiring" | "feed.stale" | "acceptance.expiring" | "reboot.required" | "host.end_of_life")[];
            severity?: ("critical" | "high" | "medium" | "low" | "none" | "unknown") | null;
            risk_min?: number | null;
            template_ids?: number[] | null;
            group_ids?: number[] | null;
            host_ids?: number[] | null;
            digest?: ("daily" | "weekly") | null;
            offline_minutes?: number;
            expiring_days?: number;
        };
        NotificationRuleChange: {
            channel_id?: number;
            events?: ("finding.new" | "task.failed" | "task.incomplete" | "host.unreachable" | "port.opened" | "finding.fixed" | "schedule.missed" | "agent.offline" | "certificate.expiring" | "feed.stale" | "acceptance.expiring" | "reboot.required" | "host.end_of_life")[];
            severity?: ("critical" | "high" | "medium" | "low" | "none" | "unknown") | null;
            risk_min?: number | null;
            template_ids?: number[] | null;
            group_ids?: number[] | null;
            host_ids?: number[] | null;
            digest?: ("daily" | "weekly") | null;
            offline_minutes?: number;
            expiring_days?: number;
        };
        NotificationDelivery: {
            id: number;
            channel_id: number;
            rule_id: number | null;
            /** @enum {string} */
            event: "finding.new" | "task.failed" | "task.incomplete" | "host.unreachable" | "port.opened" | "finding.fixed" | "schedule.missed" | "agent.offline" | "certificate.expiring" | "feed.stale" | "acceptance.expiring" | "reboot.required" | "host.end_of_life" | "digest" | "test";
            task_id: number | null;
            /** @enum {string} */
            state: "pending" | "sent" | "failed";
            attempts: number;
            next_attempt_at: number | null;
            last_error: string | null;
            created_at: number;
            sent_at: number | null;
        };
        Token: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            created_at: number;
            expires_at: number | null;
            last_used_at: number | null;
        };
        Caller: {
            id: number | null;
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            created_at: number;
            expires_at: number | null;
            last_used_at: number | null;
        };
        NewToken: {
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            expires_at?: (number | string) | null;
        };
        TokenWithText: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            created_at: number;
            expires_at: number | null;
            last_used_at: number | null;
            token: string;
        };
        SignIn: {
            code: string;
        } | {
            token: string;
        };
        StartedSession: {
            id: number;
            token_id: number | null;
            token_name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            created_at: number;
            last_used_at: number;
            expires_at: number;
            address: string;
            user_agent: string | null;
            is_current: boolean;
            header: string;
        };
        NewSignInCode: {
            /** @enum {string} */
            role?: "viewer" | "operator" | "admin";
        };
        SignInCode: {
            code: string;
            expires_at: number;
        };
        Session: {
            id: number;
            token_id: number | null;
            token_name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            created_at: number;
            last_used_at: number;
            expires_at: number;
            address: string;
            user_agent: string | null;
            is_current: boolean;
        };
        AuditLine: {
            id: number;
            time: number;
            actor: {
                token_id: number | null;
                name: string | null;
                role: string | null;
                address: string | null;
            };
            action: string;
            resource: string;
            resource_id: string | null;
            resource_name: string | null;
            changes: {
                [key: string]: unknown[];
            } | null;
            /** @enum {string} */
            outcome: "ok" | "refused" | "failed";
            status: number | null;
            code: string | null;
            request_id: string | null;
            count: number;
        };
        Feed: {
            /** @enum {string} */
            name: "osv-debian" | "osv-ubuntu" | "osv-alpine" | "osv-almalinux" | "osv-rocky" | "osv-redhat" | "osv-suse" | "osv-opensuse" | "osv-wolfi" | "osv-chainguard" | "debian-tracker" | "alpine-secdb" | "nvd" | "kev" | "epss" | "eol";
            address: string;
            licence: string;
            needed: boolean;
            version: string | null;
            updated_at: number | null;
            checked_at: number | null;
            data_from: number | null;
            stale: boolean;
            age_seconds: number | null;
            records: number;
            ranges: number;
            rejected: number;
            /** @enum {string} */
            status: "empty" | "ready" | "updating" | "failed";
            progress: components["schemas"]["FeedProgress"] | null;
            error: string | null;
            retry_at: number | null;
            missing: string[];
        };
        FeedProgress: {
            /** @enum {string} */
            step: "waiting" | "fetching" | "loading" | "judging";
            bytes: number;
            total: number | null;
            records: number;
        };
        RejectedRecord: {
            record: string;
            reason: string;
            sample: string;
        };
        Settings: {
            version: string;
            now: number;
            clock_jump: {
                noticed_at: number;
                seconds: number;
                message: string;
            } | null;
            zone: string;
            /** @enum {string} */
            tls: "off" | "self-signed" | "certificate";
            public_url: string | null;
            limits: {
                body_bytes: number;
                hosts_per_request: number;
                hosts_per_task: number;
                ports_per_template: number;
                concurrent_tasks: number;
                concurrent_agent_operations: number;
                requests_per_minute: number;
                feed_bytes: number;
            };
            feeds: {
                /** @enum {string} */
                refresh: "auto" | "off";
                stale_days: number;
            };
            retention: {
                event_days: number;
                audit_days: number;
            };
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
                bytes: number;
                database_bytes: number;
                knowledge_bytes: number;
                feeds_bytes: number;
            };
        };
        WebSocketTicket: {
            ticket: string;
            expires_at: number;
            session: components["schemas"]["Session"] | null;
        };
        AgentEvent: {
            seq: number;
            event: string;
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
        VexDocument: {
            [key: string]: unknown;
        };
        VexImport: {
            source: string;
            by: string;
            /** @enum {string} */
            format: "openvex" | "csaf";
            acceptances: number;
            added: number;
            ended: number;
            skipped: {
                product: number;
                version: number;
                contradicted: number;
            };
        };
        NewInventoryReport: {
            collected_at?: number | string;
            sections: {
                [key: string]: string;
            };
        };
        ImportedInventory: {
            name: string | null;
            os: string | null;
            kernel_version: string | null;
            os_version: string | null;
            full_os_name: string | null;
            ram: number | null;
            cpu_cores: number | null;
            cpu_name: string | null;
            uptime: number | null;
            architecture: string | null;
            running_kernel: string | null;
            reboot_required: boolean | null;
            restarts_required: string[] | null;
            processes_not_seen: number | null;
            live_patches: string[] | null;
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
                q?: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Template"][];
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
                q?: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Template"][];
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
                host_id?: number;
                archived?: "true" | "false" | "all";
                q?: string;
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
                format?: "json" | "csv" | "markdown" | "html";
                unimportant?: boolean;
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                include?: "remediations";
                since?: number;
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
                format?: "json" | "csv" | "markdown" | "html";
                unimportant?: boolean;
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                include?: "remediations";
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
                format?: "json" | "csv" | "markdown" | "html";
                unimportant?: boolean;
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
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
                base?: number;
                host_id?: number;
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                q?: string;
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
                q?: string;
                status?: "unknown" | "online" | "offline";
                system?: string;
                agent?: "online" | "offline" | "none";
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                unanswered?: "false" | "true" | "all";
                coverage?: "checked" | "not_checked";
                id?: number;
                ids?: string;
                group_id?: number;
                kev?: boolean;
                include?: string;
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
                    expected: number;
                };
            };
        };
        responses: {
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
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                kev?: boolean;
                package?: string;
                q?: string;
                fixable?: boolean;
                epss_min?: number;
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
                days?: number;
                group_id?: number;
                template_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                            last_scan: {
                                at: number | null;
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
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                severity_max?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                kev?: boolean;
                package?: string;
                accepted?: boolean;
                unimportant?: boolean;
                q?: string;
                fixable?: boolean;
                runs_old_code?: "kernel" | "processes";
                epss_min?: number;
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
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                severity_max?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                kev?: boolean;
                package?: string;
                group_id?: number;
                accepted?: boolean;
                unimportant?: boolean;
                q?: string;
                host_id?: number;
                fixable?: boolean;
                runs_old_code?: "kernel" | "processes";
                epss_min?: number;
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
                severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                severity_max?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
                kev?: boolean;
                package?: string;
                group_id?: number;
                accepted?: boolean;
                unimportant?: boolean;
                q?: string;
                host_id?: number;
                fixable?: boolean;
                runs_old_code?: "kernel" | "processes";
                epss_min?: number;
                sort?: "risk" | "-risk" | "severity" | "-severity" | "cvss_score" | "-cvss_score" | "epss" | "-epss" | "first_seen" | "-first_seen" | "last_seen" | "-last_seen" | "host" | "-host" | "package" | "-package";
                limit?: number;
                page?: number;
                state?: "open" | "accepted" | "new" | "fixed";
                since?: number | string;
                until?: number | string;
                cause?: "target" | "knowledge" | "both";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                            changes: {
                                since: number;
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
                host_id?: number;
                group_id?: number;
                kind?: "person" | "vendor";
                source?: string;
                ended?: boolean;
                expiring_within_days?: number;
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
                source: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                    expected: number;
                };
            };
        };
        responses: {
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
                q?: string;
                state?: "online" | "offline" | "none";
                outdated?: boolean;
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
                            from: number;
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
                q?: string;
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
                    expected: number;
                };
            };
        };
        responses: {
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
                    expected: number;
                };
            };
        };
        responses: {
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
                q?: string;
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
                q?: string;
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
                q?: string;
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
                q?: string;
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
                q?: string;
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
                q?: string;
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
                actor?: string;
                action?: string;
                resource?: string;
                resource_id?: string;
                outcome?: "ok" | "refused" | "failed";
                since?: number;
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
                q?: string;
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
